import Embedding
import Synchronization

/// A reranker whose scores are what a closure says.
final class ScriptedReranker: Reranker {
  let name = "scripted"
  let maximumTokens = 512
  private let calls = Mutex<[(query: String, texts: [String])]>([])
  private let score: @Sendable ([String]) -> [Float]

  /// What it was asked.
  var asked: [(query: String, texts: [String])] { calls.withLock { $0 } }

  init(_ score: @escaping @Sendable ([String]) -> [Float]) { self.score = score }

  /// Scores each text by itself.
  convenience init(each score: @escaping @Sendable (String) -> Float) { self.init { $0.map(score) } }

  /// Turns the order around.
  static var turning: ScriptedReranker { ScriptedReranker { $0.indices.map { Float($0) } } }

  func scores(of texts: [String], for query: String) async throws -> [Float] {
    calls.withLock { $0.append((query, texts)) }
    return score(texts)
  }
}
