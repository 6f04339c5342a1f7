import Embedding
import Foundation

/// A SHA-256 digest of fields, each with its length before it, so that no two sequences of fields have the same bytes.
struct DigestedFields {
  private var digest = SHA256Digest()

  /// Adds a number, as eight little-endian bytes.
  mutating func add(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { digest.update($0) }
  }

  mutating func add(_ text: String) {
    add(Int64(text.utf8.count))
    digest.update(text)
  }

  /// Adds a text that may be missing, which differs from an empty one.
  mutating func add(_ text: String?) {
    guard let text else { return add(Int64(-1)) }
    add(text)
  }

  mutating func add(_ texts: [String]) {
    add(Int64(texts.count))
    for text in texts { add(text) }
  }

  /// Adds the bits of a vector.
  mutating func add(_ vector: UnitVector) {
    add(Int64(vector.dimensions))
    vector.elements.map { $0.bitPattern.littleEndian }.withUnsafeBytes { digest.update($0) }
  }

  /// Adds a value as JSON with sorted keys.
  mutating func add(encoding value: (some Encodable)?) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    add(try value.map { String(decoding: try encoder.encode($0), as: UTF8.self) })
  }

  consuming func hexadecimal() -> String { digest.hexadecimal() }
}
