import Synchronization

/// The automata of patterns that were asked for, since one schema is used many times.
enum PatternCache {
  /// By the bytes of the patterns: strings are equal that look alike, and match other code points.
  private static let automata = Mutex<[[UInt8]: PatternAutomaton]>([:])
  /// Some patterns of one program; when there are more, the work begins again.
  private static let most = 256

  /// The automaton of a pattern; throws where it has none.
  static func compile(_ pattern: String) throws(Pattern.Failure) -> PatternAutomaton {
    let key = Array(pattern.utf8)
    if let known = automata.withLock({ $0[key] }) { return known }
    let automaton = try PatternAutomaton(Pattern(pattern))
    automata.withLock {
      if $0.count >= most { $0 = [:] }
      $0[key] = automaton
    }
    return automaton
  }

  /// The automaton of a pattern that was compiled before.
  static func automaton(of pattern: String) -> PatternAutomaton? { try? compile(pattern) }
}
