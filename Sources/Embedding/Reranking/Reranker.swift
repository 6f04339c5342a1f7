/// A type that scores how well texts answer a query, reading query and text together.
///
///     let reranker = try BERTReranker(contentsOf: "models/ms-marco-MiniLM-L6-v2")
///     let scores = try await reranker.scores(of: ["Feed it with rye flour.", "4.5 bar."], for: "tyre pressure")
///
/// It ranks better than an encoder, whose vectors know nothing of the query, but reads every text for every query: so
/// it is given only those that a search found. `BERTReranker` and `LlamaReranker` conform. A reranker may be used from
/// many tasks at once.
public protocol Reranker: Sendable {
  /// The reranker's name.
  var name: String { get }

  /// The maximum number of tokens of a query and a text together that are read, special tokens included. What is too
  /// long is cut at its end.
  var maximumTokens: Int { get }

  /// Returns a score for each text, in order; the higher, the better it fits the query.
  ///
  /// Scores are the model's own numbers, usually logits without bounds, of which a sigmoid, 1 / (1 + e⁻ˣ), makes a
  /// probability. They may be compared only if they come from the same reranker. Runs outside Swift's cooperative
  /// thread pool.
  func scores(of texts: [String], for query: String) async throws -> [Float]
}
