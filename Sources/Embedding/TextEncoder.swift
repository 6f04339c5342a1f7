/// A type that turns text into unit vectors, so that texts of similar meaning have a cosine near one.
///
///     let notes = try await encoder.encode(["rotate the signing keys", "change the firmware key"])
///     let query = try await encoder.encode("How often are keys rotated?", as: .query)
///     print(notes.map { query.cosine(to: $0) ?? 0 })
///
/// `BERTEncoder` and `LlamaTextEncoder` conform; `StandardModels.encoder()` loads the default one. An encoder may be
/// used from many tasks at once. An index belongs to the `space` of its encoder: vectors of two spaces are never
/// compared.
public protocol TextEncoder: Sendable {
  /// The identity of this encoder's vectors.
  var space: EmbeddingSpace { get }

  /// The maximum number of tokens of a document that are encoded, special tokens included. The rest is ignored.
  var maximumTokens: Int { get }

  /// Returns the number of tokens in `text`, without special tokens and without a limit.
  ///
  /// For texts joined by white space, the sum of the counts is at least the count of the whole.
  func tokenCount(of text: String) -> Int

  /// Encodes each text, in order, with the prompt that the encoder has for the role.
  ///
  /// Runs outside Swift's cooperative thread pool. An empty text has a vector too.
  func encode(_ texts: [String], as role: TextRole) async throws -> [UnitVector]
}

extension TextEncoder {
  /// Encodes documents, in order.
  public func encode(_ texts: [String]) async throws -> [UnitVector] { try await encode(texts, as: .document) }

  /// Encodes one text.
  public func encode(_ text: String, as role: TextRole = .document) async throws -> UnitVector {
    try await vectors(of: [text], as: role)[0]
  }

  /// Encodes each text, in order; throws `EmbeddingError.wrongCount` if the encoder returns another number of vectors.
  package func vectors(of texts: [String], as role: TextRole) async throws -> [UnitVector] {
    let vectors = try await encode(texts, as: role)
    guard vectors.count == texts.count else {
      throw EmbeddingError.wrongCount(encoder: space.name, expected: texts.count, found: vectors.count)
    }
    return vectors
  }
}
