/// The checkpoints of one sequence of tokens, in order, within a limit of memory.
struct Checkpoints {
  /// Five of the largest, which is one for each 300 tokens of a usual prompt.
  private static let mostBytes = 256 << 20

  private var all: [Checkpoint] = []

  /// Returns the last checkpoint that lies within the first `count` tokens.
  func last(within count: Int) -> Checkpoint? { all.last { $0.tokens <= count } }

  /// Forgets the checkpoints that lie beyond the first `count` tokens.
  mutating func truncate(to count: Int) { all.removeAll { $0.tokens > count } }

  /// Adds a checkpoint behind all others.
  ///
  /// If memory runs short, the one is removed whose neighbours are nearest to each other, but never the end of a front.
  /// Only the last checkpoint of a reply is kept: a prompt that continues it contains all of it.
  mutating func append(_ checkpoint: Checkpoint) {
    if checkpoint.kind == .reply { all.removeAll { $0.kind == .reply } }
    all.append(checkpoint)
    while all.count > 2, all.reduce(0, { $0 + $1.state.count }) > Self.mostBytes, let least = leastUseful {
      all.remove(at: least)
    }
  }

  /// Says what the checkpoint at this many tokens is for, and returns whether there is one.
  mutating func mark(_ count: Int, as kind: Checkpoint.Kind) -> Bool {
    guard let index = all.firstIndex(where: { $0.tokens == count }) else { return false }
    if kind == .front { all[index].kind = .front }
    return true
  }

  private var leastUseful: Int? {
    all.indices.dropLast().filter { all[$0].kind != .front }.min { gap(at: $0) < gap(at: $1) }
  }

  private func gap(at index: Int) -> Int { all[index + 1].tokens - (index > 0 ? all[index - 1].tokens : 0) }
}
