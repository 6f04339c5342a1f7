import Synchronization

/// The automata of patterns that were asked for, since one schema is used many times.
enum PatternCache {
  private static let automata = Mutex<[String: PatternAutomaton]>([:])
  /// Some patterns of one program; when there are more, the work begins anew.
  private static let most = 256

  /// The automaton of a pattern; throws where it has none.
  static func compile(_ pattern: String) throws(Pattern.Failure) -> PatternAutomaton {
    if let known = automata.withLock({ $0[pattern] }) { return known }
    let automaton = try PatternAutomaton(Pattern(pattern))
    automata.withLock {
      if $0.count >= most { $0 = [:] }
      $0[pattern] = automaton
    }
    return automaton
  }

  /// The automaton of a pattern that was compiled before.
  static func automaton(of pattern: String) -> PatternAutomaton? { try? compile(pattern) }
}
