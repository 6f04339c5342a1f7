/// A pattern's Thompson automaton, with edges that can be taken only at the beginning or the end of a text.
struct NondeterministicAutomaton {
  private enum Edge {
    case characters(CodePoints, Int)
    case always(Int)
    case atStart(Int)
    case atEnd(Int)
  }

  private var edges: [[Edge]] = []
  private let first: Int
  private let last: Int

  /// Creates the automaton. Any text may precede and follow what the pattern matches.
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

  /// Returns the states that can be reached without reading a character.
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
    // The beginning is a state of its own: `^` matches only there.
    var numbers: [[Int]: Int] = [:]
    var result: [PatternAutomaton.State] = []
    var (work, counted) = (0, 0)
    while result.count < sets.count {
      let set = sets[result.count]
      let isFinal = closure(set, atStart: result.isEmpty, atEnd: true).contains(last)
      var targets: [(CodePoints, [Int])] = []
      for (characters, next) in split(set, &work) {
        var closed = closure(next, atStart: false, atEnd: false)
        // Any text may follow a match, whatever else could still match.
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
      guard sets.count <= PatternAutomaton.mostStates, work <= PatternAutomaton.mostStates * 50,
        SchemaWork.allows(1 + work - counted)
      else { throw Pattern.Failure(reason: "it is too large") }
      counted = work
      result.append(PatternAutomaton.State(edges: edges, isFinal: isFinal))
    }
    return result
  }

  /// Returns the characters that leave a set of states, in classes that lead to the same states.
  private func split(_ set: [Int], _ work: inout Int) -> [(CodePoints, [Int])] {
    var classes: [(points: CodePoints, targets: [Int])] = []
    for state in set {
      for case .characters(let points, let target) in edges[state] {
        var rest = points
        work += points.ranges.count + classes.count
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
