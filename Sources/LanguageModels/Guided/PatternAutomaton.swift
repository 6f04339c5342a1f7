/// A deterministic automaton for the texts that patterns and lengths allow: a pattern may match anywhere in the text,
/// as JSON Schema has it, and anchors say where.
///
/// Each of its states can still reach the end of an allowed text, so what follows its edges never has to turn back.
struct PatternAutomaton: Sendable {
  /// A state: where each set of characters leads, and whether the text may end.
  struct State: Sendable {
    var edges: [(characters: CodePoints, target: Int)]
    var isFinal: Bool
  }

  /// The first is where a text begins; none where no text is allowed.
  private(set) var states: [State] = []

  /// More would be a grammar that takes longer to read than to use.
  static let mostStates = 2_000

  private init(states: [State]) { self.states = states }

  /// The automaton of one pattern.
  init(_ pattern: Pattern) throws(Pattern.Failure) {
    var nondeterministic = try NondeterministicAutomaton(pattern)
    self = PatternAutomaton(states: try nondeterministic.determinized()).trimmed
  }

  /// The automaton of texts of so many characters.
  init(minLength: Int, maxLength: Int?) {
    let last = maxLength ?? minLength
    guard minLength <= last else { return }
    states = (0...last).map { length in
      let target = length < last ? length + 1 : maxLength == nil ? length : nil
      return State(edges: target.map { [(.all, $0)] } ?? [], isFinal: length >= minLength)
    }
  }

  /// The automaton of texts that both allow.
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
      guard pairs.count <= Self.mostStates * 4 else { throw Pattern.Failure(reason: "it is too large") }
      result.append(State(edges: edges, isFinal: left.isFinal && right.isFinal))
    }
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

  /// The automaton without states from which no text can end.
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

/// A pattern's automaton as Thompson builds it, with edges that only the beginning or the end of a text lets through.
private struct NondeterministicAutomaton {
  private enum Edge {
    case characters(CodePoints, Int)
    case always(Int)
    case atStart(Int)
    case atEnd(Int)
  }

  private var edges: [[Edge]] = []
  private let first: Int
  private let last: Int

  /// Any text may stand before and behind what the pattern matches.
  init(_ pattern: Pattern) throws(Pattern.Failure) {
    edges = [[], []]
    first = 0
    last = 1
    edges[first].append(.characters(.all, first))
    edges[last].append(.characters(.all, last))
    try add(pattern, from: first, to: last)
  }

  private mutating func state() throws(Pattern.Failure) -> Int {
    guard edges.count < PatternAutomaton.mostStates * 2 else { throw Pattern.Failure(reason: "it is too large") }
    edges.append([])
    return edges.count - 1
  }

  private mutating func add(_ pattern: Pattern, from start: Int, to end: Int) throws(Pattern.Failure) {
    switch pattern {
    case .characters(let characters): edges[start].append(.characters(characters, end))
    case .start: edges[start].append(.atStart(end))
    case .end: edges[start].append(.atEnd(end))
    case .choice(let choices): for choice in choices { try add(choice, from: start, to: end) }
    case .sequence(let parts):
      var current = start
      for part in parts {
        let next = try state()
        try add(part, from: current, to: next)
        current = next
      }
      edges[current].append(.always(end))
    case .repeated(let inner, let low, let high):
      var current = start
      for _ in 0..<low {
        let next = try state()
        try add(inner, from: current, to: next)
        current = next
      }
      if let high {
        for _ in low..<high {
          edges[current].append(.always(end))
          let next = try state()
          try add(inner, from: current, to: next)
          current = next
        }
        edges[current].append(.always(end))
      } else {
        let loop = try state()
        edges[current].append(.always(loop))
        try add(inner, from: loop, to: loop)
        edges[loop].append(.always(end))
      }
    }
  }

  /// What can be reached without reading a character.
  private func closure(_ states: [Int], atStart: Bool, atEnd: Bool) -> [Int] {
    var reached = Set(states)
    var pending = states
    while let state = pending.popLast() {
      for edge in edges[state] {
        let target: Int
        switch edge {
        case .always(let next): target = next
        case .atStart(let next) where atStart: target = next
        case .atEnd(let next) where atEnd: target = next
        default: continue
        }
        if reached.insert(target).inserted { pending.append(target) }
      }
    }
    return reached.sorted()
  }

  mutating func determinized() throws(Pattern.Failure) -> [PatternAutomaton.State] {
    let start = closure([first], atStart: true, atEnd: false)
    var sets = [start]
    // The beginning is a state of its own: anchors hold there and nowhere else.
    var numbers: [[Int]: Int] = [:]
    var result: [PatternAutomaton.State] = []
    var work = 0
    while result.count < sets.count {
      let set = sets[result.count]
      let isFinal = closure(set, atStart: result.isEmpty, atEnd: true).contains(last)
      var targets: [(CodePoints, [Int])] = []
      for (characters, next) in split(set) {
        var closed = closure(next, atStart: false, atEnd: false)
        // Behind a match any text may stand, whatever else could still match.
        if closed.contains(last) { closed = [last] }
        if let index = targets.firstIndex(where: { $0.1 == closed }) {
          targets[index].0 = targets[index].0.union(characters)
        } else {
          targets.append((characters, closed))
        }
      }
      var edges: [(CodePoints, Int)] = []
      for (characters, closed) in targets {
        let number = numbers[closed] ?? sets.count
        if number == sets.count {
          numbers[closed] = number
          sets.append(closed)
        }
        edges.append((characters, number))
      }
      work += set.count
      guard sets.count <= PatternAutomaton.mostStates, work <= PatternAutomaton.mostStates * 50 else {
        throw Pattern.Failure(reason: "it is too large")
      }
      result.append(PatternAutomaton.State(edges: edges, isFinal: isFinal))
    }
    return result
  }

  /// The characters that leave a set of states, in classes that lead to the same states.
  private func split(_ set: [Int]) -> [(CodePoints, [Int])] {
    var classes: [(points: CodePoints, targets: [Int])] = []
    for state in set {
      for case .characters(let points, let target) in edges[state] {
        var rest = points
        for index in classes.indices {
          let common = classes[index].points.intersection(rest)
          guard !common.isEmpty else { continue }
          let outside = classes[index].points.subtracting(common)
          let targets = classes[index].targets
          if !targets.contains(target) {
            classes[index] = (common, targets + [target])
            if !outside.isEmpty { classes.append((outside, targets)) }
          }
          rest = rest.subtracting(common)
          if rest.isEmpty { break }
        }
        if !rest.isEmpty { classes.append((rest, [target])) }
      }
    }
    return classes.map { ($0.points, Array(Set($0.targets)).sorted()) }
  }
}
