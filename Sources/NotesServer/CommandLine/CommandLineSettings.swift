/// What decides an answer besides the notes and the question: a command line asks a running server only if its own
/// settings are the same.
package struct CommandLineSettings: Sendable, Codable, Hashable {
  /// The version of the program.
  package var version: String
  /// The index file, without symbolic links.
  package var index: String
  /// The name of the model, or its address.
  package var model: String
  package var contextSize: Int
  /// The encoder, its precision and the reranker, if they were named.
  package var encoder: String?
  package var precision: String?
  package var reranker: String?

  package init(
    version: String, index: String, model: String, contextSize: Int, encoder: String?, precision: String?,
    reranker: String?
  ) {
    (self.version, self.index, self.model, self.contextSize) = (version, index, model, contextSize)
    (self.encoder, self.precision, self.reranker) = (encoder, precision, reranker)
  }
}
