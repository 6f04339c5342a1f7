import Embedding

/// The default encoder, opened once.
package enum MiniLM {
  private static let opened = Result { try BERTEncoder(contentsOf: try Models.encoder()) }

  package static func encoder() throws -> BERTEncoder { try opened.get() }
}
