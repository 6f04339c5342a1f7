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

  /// The texts that `encode` puts before a query and before a document; by default none.
  var prompts: RolePrompts { get }

  /// The scale of its cosines; `nil`, the default, to have it fitted on the chunks of each index.
  var cosineScale: CosineScale? { get }

  /// Returns the share, 0 … 1, of a query's tokens that the encoder cannot read: those of scripts that it was not
  /// trained on. The greater it is, the less its cosines count beside words. By default 0.
  func unreadShare(of text: String) -> Double

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
  /// None.
  public var prompts: RolePrompts { RolePrompts() }

  /// `nil`: fitted on the chunks of each index.
  public var cosineScale: CosineScale? { nil }

  /// 0: everything is read.
  public func unreadShare(of text: String) -> Double { 0 }

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
