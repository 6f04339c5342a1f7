import VectorStore

extension QueueStatus {
  /// The most failures that are named.
  private static let failuresShown = 10

  /// What 'rag status' says of the queue; empty if nothing is in it.
  var lines: [String] {
    guard remaining + failures.count > 0 else { return [] }
    let advice = waiting > 0 && encoding == 0 ? ": run \(SuggestedCommand.quoted("worker"))" : ""
    var lines = [
      "queue: \(Numbers.count(waiting, of: "document")) waiting, \(Numbers.count(encoding)) being encoded, "
        + "\(Numbers.count(failures.count)) failed\(advice)"
    ]
    lines += failures.prefix(Self.failuresShown).map { "    \($0.folder)/\($0.path)  \(Console.warning($0.reason))" }
    let more = failures.count - Self.failuresShown
    if more > 0 { lines.append("    and \(Numbers.count(more)) more that could not be encoded (--json names them)") }
    return lines
  }
}
