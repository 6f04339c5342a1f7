import Embedding

/// The default encoder, opened once.
enum MiniLM {
  private static let opened = Result { try BERTEncoder(contentsOf: try Models.encoder()) }

  static func encoder() throws -> BERTEncoder { try opened.get() }
}
