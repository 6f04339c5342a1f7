import Synchronization

/// A cache of the automata of patterns, since a schema is used many times.
enum PatternCache {
  /// Keyed by the bytes of the patterns: equal strings may differ in code points, and match different ones.
  private static let automata = Mutex<[[UInt8]: PatternAutomaton]>([:])
  /// The maximum number of patterns; beyond it, the cache is cleared.
  private static let most = 256

  /// Returns the automaton of a pattern. Throws if it cannot be compiled.
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

  /// Returns the automaton of a pattern that is known to compile; `nil` for any other.
  static func automaton(of pattern: String) -> PatternAutomaton? { try? compile(pattern) }
}
