/// What the folder of an encoder or a reranker says of itself, without loading it.
package struct BERTSummary: Sendable {
  /// Whether it scores pairs of texts instead of encoding them.
  package let isReranker: Bool
  package let maximumTokens: Int

  /// - Throws: `EmbeddingError`.
  package init(contentsOf directory: String) throws {
    maximumTokens = try BERTConfiguration(contentsOf: directory).maximumTokens
    isReranker = try SafeTensors(contentsOf: directory + "/model.safetensors").shape(of: BERTReranker.classifier) != nil
  }

  /// Checks a configuration whose weights need not be there.
  ///
  /// - Throws: `EmbeddingError` if `BERTEncoder` and `BERTReranker` cannot read such a model.
  package static func requireSupport(inFolder directory: String) throws {
    _ = try BERTConfiguration(contentsOf: directory)
  }
}
