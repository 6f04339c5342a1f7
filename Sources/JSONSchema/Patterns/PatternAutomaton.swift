/// A deterministic automaton for the texts that patterns and lengths allow. As in JSON Schema, a pattern without
/// anchors may match anywhere in the text.
///
/// Every state can reach the end of an allowed text, so following the edges never has to backtrack.
struct PatternAutomaton: Sendable {
  /// A state: where each set of characters leads, and whether the text may end here.
  struct State: Sendable {
    var edges: [(characters: CodePoints, target: Int)]
    var isFinal: Bool
  }

  /// The states, of which the first is the start; empty if no text is allowed.
  private(set) var states: [State] = []

  /// The maximum number of states: a larger grammar would take longer to parse than to use.
  static let mostStates = 2_000

  private init(states: [State]) { self.states = states }

  /// Creates the automaton of one pattern.
  init(_ pattern: Pattern) throws(Pattern.Failure) {
    var nondeterministic = try NondeterministicAutomaton(pattern)
    self = PatternAutomaton(states: try nondeterministic.determinized()).trimmed
  }

  /// Creates the automaton of texts with this number of characters.
  init(minLength: Int, maxLength: Int?) {
    let last = maxLength ?? minLength
    guard minLength <= last else { return }
    states = (0...last).map { length in
      let target = length < last ? length + 1 : maxLength == nil ? length : nil
      return State(edges: target.map { [(.all, $0)] } ?? [], isFinal: length >= minLength)
    }
  }

  /// Returns the automaton of texts that all automata allow; of any text if there are none.
  static func intersection(of automata: [PatternAutomaton]) throws(Pattern.Failure) -> PatternAutomaton {
    var result = automata.first ?? PatternAutomaton(minLength: 0, maxLength: nil)
    for automaton in automata.dropFirst() { result = try result.intersection(automaton) }
    return result
  }

  /// Returns the automaton of texts that both allow.
  func intersection(_ other: PatternAutomaton) throws(Pattern.Failure) -> PatternAutomaton {
    guard !states.isEmpty, !other.states.isEmpty else { return PatternAutomaton(states: []) }
    var pairs = [[0, 0]]
    var numbers = [[0, 0]: 0]
    var result: [State] = []
    while result.count < pairs.count {
      let (left, right) = (states[pairs[result.count][0]], other.states[pairs[result.count][1]])
      var edges: [(CodePoints, Int)] = []
      for first in left.edges {
        for second in right.edges {
          let common = first.characters.intersection(second.characters)
          guard !common.isEmpty else { continue }
          let pair = [first.target, second.target]
          let number = numbers[pair] ?? pairs.count
          if number == pairs.count {
            numbers[pair] = number
            pairs.append(pair)
          }
          edges.append((common, number))
        }
      }
      let work = (1 + left.edges.count) * (1 + right.edges.count)
      guard pairs.count <= Self.mostStates * 4, SchemaWork.allows(1 + work / 4) else {
        throw Pattern.Failure(reason: "it is too large")
      }
      result.append(State(edges: edges, isFinal: left.isFinal && right.isFinal))
    }
    return PatternAutomaton(states: result).trimmed
  }

  /// The automaton of all other texts.
  var inverted: PatternAutomaton {
    let rest = states.count
    var result = states.map { state in
      let covered = state.edges.reduce(CodePoints()) { $0.union($1.characters) }
      let others = covered.inverted
      return State(edges: state.edges + (others.isEmpty ? [] : [(others, rest)]), isFinal: !state.isFinal)
    }
    result.append(State(edges: [(.all, rest)], isFinal: true))
    return PatternAutomaton(states: result).trimmed
  }

  /// Whether a text is allowed.
  func matches(_ text: String) -> Bool {
    guard !states.isEmpty else { return false }
    var state = 0
    for scalar in text.unicodeScalars {
      guard let edge = states[state].edges.first(where: { $0.characters.contains(scalar.value) }) else { return false }
      state = edge.target
    }
    return states[state].isFinal
  }

  /// The automaton without states that cannot reach a final one.
  private var trimmed: PatternAutomaton {
    var isLive = states.map(\.isFinal)
    var changes = true
    while changes {
      changes = false
      for index in states.indices.reversed() where !isLive[index] {
        guard states[index].edges.contains(where: { isLive[$0.target] }) else { continue }
        isLive[index] = true
        changes = true
      }
    }
    guard isLive.first == true else { return PatternAutomaton(states: []) }
    var numbers: [Int: Int] = [:]
    for index in states.indices where isLive[index] { numbers[index] = numbers.count }
    return PatternAutomaton(
      states: states.indices.filter { isLive[$0] }.map { index in
        let edges = states[index].edges.compactMap { edge in numbers[edge.target].map { (edge.characters, $0) } }
        return State(edges: edges, isFinal: states[index].isFinal)
      })
  }
}
