import Synchronization

/// Counts what the server does, in the text format of Prometheus
/// (https://prometheus.io/docs/instrumenting/exposition_formats/).
final class ServerMetrics: Sendable {
  private struct Key: Hashable, Comparable {
    var path: String
    var status: Int
    static func < (left: Key, right: Key) -> Bool { (left.path, left.status) < (right.path, right.status) }
  }

  private struct Counts {
    var requests: [Key: Int] = [:]
    var seconds: [String: (buckets: [Int], sum: Double)] = [:]
    var outcomes: [String: Int] = [:]
    var tokens = (prompt: 0, reply: 0)
  }

  /// The upper limits of the buckets of durations, in seconds.
  private static let limits: [Double] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30]
  private let counts = Mutex(Counts())

  /// Counts an answered request.
  ///
  /// - Parameter path: The endpoint; not what a client sent, which could be anything.
  func count(_ path: String, status: Int, seconds: Double) {
    counts.withLock { counts in
      counts.requests[Key(path: path, status: status), default: 0] += 1
      var entry = counts.seconds[path] ?? (Array(repeating: 0, count: Self.limits.count + 1), 0)
      entry.buckets[Self.limits.firstIndex { seconds <= $0 } ?? Self.limits.count] += 1
      entry.sum += seconds
      counts.seconds[path] = entry
    }
  }

  /// Counts an answer.
  func count(outcome: String, promptTokens: Int, replyTokens: Int) {
    counts.withLock { counts in
      counts.outcomes[outcome, default: 0] += 1
      counts.tokens.prompt += promptTokens
      counts.tokens.reply += replyTokens
    }
  }

  /// The text that Prometheus reads.
  func text(waiting: Int, documents: Int?, chunks: Int?) -> String {
    let counts = counts.withLock { $0 }
    var lines: [String] = []
    func metric(_ name: String, _ type: String, _ help: String, _ values: [(labels: String, value: String)]) {
      guard !values.isEmpty else { return }
      lines += ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
      lines += values.map { "\(name)\($0.labels) \($0.value)" }
    }
    metric(
      "rag_requests_total", "counter", "Requests by endpoint and status.",
      counts.requests.sorted { $0.key < $1.key }
        .map { ("{path=\"\($0.key.path)\",status=\"\($0.key.status)\"}", "\($0.value)") })
    lines += ["# HELP rag_request_seconds Time to answer.", "# TYPE rag_request_seconds histogram"]
    for (path, entry) in counts.seconds.sorted(by: { $0.key < $1.key }) {
      var total = 0
      for (limit, count) in zip(Self.limits.map { "\($0)" } + ["+Inf"], entry.buckets) {
        total += count
        lines.append("rag_request_seconds_bucket{path=\"\(path)\",le=\"\(limit)\"} \(total)")
      }
      lines.append("rag_request_seconds_sum{path=\"\(path)\"} \(entry.sum)")
      lines.append("rag_request_seconds_count{path=\"\(path)\"} \(total)")
    }
    metric(
      "rag_answers_total", "counter", "Answers by outcome.",
      counts.outcomes.sorted { $0.key < $1.key }.map { ("{outcome=\"\($0.key)\"}", "\($0.value)") })
    metric(
      "rag_tokens_total", "counter", "Tokens of answers.",
      [("{part=\"prompt\"}", "\(counts.tokens.prompt)"), ("{part=\"reply\"}", "\(counts.tokens.reply)")])
    metric("rag_queue_length", "gauge", "Questions being answered or waiting.", [("", "\(waiting)")])
    if let documents { metric("rag_documents", "gauge", "Documents in the index.", [("", "\(documents)")]) }
    if let chunks { metric("rag_chunks", "gauge", "Chunks in the index.", [("", "\(chunks)")]) }
    return lines.joined(separator: "\n") + "\n"
  }
}
