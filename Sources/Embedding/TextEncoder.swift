/// Turns text into unit vectors, so that texts of like meaning have a cosine near one.
///
/// An encoder holds its weights and may be used from many tasks at once. Everything that an index keeps depends on
/// the encoder's `space`: vectors of two spaces are never compared.
public protocol TextEncoder: Sendable {
  /// What distinguishes this encoder's vectors from those of any other.
  var space: EmbeddingSpace { get }

  /// The most tokens that one text may have, special tokens included. What lies beyond is not encoded.
  var maximumTokens: Int { get }

  /// The number of tokens of `text`, special tokens not counted and nothing cut off.
  ///
  /// For texts joined by white space the counts add up, or the sum is the larger.
  func tokenCount(of text: String) -> Int

  /// Encodes each text, in order.
  ///
  /// The work is done off Swift's cooperative threads. An empty text has a vector, too.
  func encode(_ texts: [String]) async throws -> [UnitVector]
}

extension TextEncoder {
  /// Encodes one text.
  public func encode(_ text: String) async throws -> UnitVector {
    try await vectors(of: [text])[0]
  }

  /// Encodes each text, in order; throws `EmbeddingError.wrongCount` where the encoder returned more or fewer vectors.
  package func vectors(of texts: [String]) async throws -> [UnitVector] {
    let vectors = try await encode(texts)
    guard vectors.count == texts.count else {
      throw EmbeddingError.wrongCount(encoder: space.name, expected: texts.count, found: vectors.count)
    }
    return vectors
  }
}
