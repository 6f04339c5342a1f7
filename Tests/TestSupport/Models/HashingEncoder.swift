import Embedding
import Synchronization

/// An encoder without weights: a text's vector is the sum of its words' signs, each from the hash of the word.
///
/// The same text has the same vector in every run, texts that share words lie near each other, and the order of the
/// words means nothing. A word, a punctuation mark and a character outside ASCII are one token each.
package final class HashingEncoder: TextEncoder {
  package let space: EmbeddingSpace
  package let maximumTokens: Int
  /// Texts without a common word are at right angles, as all-MiniLM-L6-v2 has them.
  package let cosineScale: CosineScale? = .reference
  private let encoded = Mutex<[String]>([])
  private let beforeEncoding: @Sendable ([String]) async throws -> Void

  /// Every text that was encoded, in the order of the calls.
  package var encodedTexts: [String] { encoded.withLock { $0 } }

  package init(
    dimensions: Int = 64, maximumTokens: Int = 256, name: String = "hashing",
    beforeEncoding: @escaping @Sendable ([String]) async throws -> Void = { _ in }
  ) {
    space = EmbeddingSpace(name: name, dimensions: dimensions, fingerprint: "\(name)-\(dimensions)-\(maximumTokens)")
    self.maximumTokens = maximumTokens
    self.beforeEncoding = beforeEncoding
  }

  package func tokenCount(of text: String) -> Int { HashingEncoder.tokenCount(of: text) }

  package static func tokenCount(of text: some StringProtocol) -> Int {
    tokens(of: text).count
  }

  package func encode(_ texts: [String], as role: TextRole) async throws -> [UnitVector] {
    try await beforeEncoding(texts)
    encoded.withLock { $0 += texts }
    return texts.map(vector)
  }

  /// The lower-case words, marks and single characters of a text.
  package static func tokens(of text: some StringProtocol) -> [String] {
    var tokens: [String] = []
    var word = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII, scalar.properties.isAlphabetic || (48...57).contains(scalar.value) {
        word.unicodeScalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
        continue
      }
      if !word.isEmpty { tokens.append(word) }
      word = ""
      if !scalar.properties.isWhitespace { tokens.append(String(scalar)) }
    }
    if !word.isEmpty { tokens.append(word) }
    return tokens
  }

  private func vector(of text: String) -> UnitVector {
    var sums = [Float](repeating: 0, count: space.dimensions)
    // A little of the first coordinate, so that a text without words has a direction, too.
    sums[0] = 0.01
    for token in HashingEncoder.tokens(of: text).prefix(maximumTokens - 2) {
      var hash = token.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      for index in sums.indices {
        hash = hash &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        sums[index] += hash >> 63 == 0 ? 1 : -1
      }
    }
    guard let vector = UnitVector(normalizing: sums) else { preconditionFailure("the first coordinate is not whole") }
    return vector
  }
}
