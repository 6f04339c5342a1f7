/// The normalization that SentencePiece compiles into a model: a double-array trie from characters to their
/// replacements (github.com/s-yata/darts-clone).
package struct CharacterMap: Sendable {
  private let units: [UInt32]
  /// The replacements, each ended by a zero byte.
  private let replacements: [UInt8]
  /// The replacement of each ASCII character; itself if there is none.
  let ascii: [[UInt8]]

  /// Reads the map's bytes: the size of the trie in bytes, the trie, the replacements. No bytes are a map that replaces
  /// nothing; `nil` if the size is wrong.
  package init?(_ bytes: [UInt8]) {
    var units: [UInt32] = []
    var end = 0
    if !bytes.isEmpty {
      guard bytes.count >= 4 else { return nil }
      func word(_ offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
      }
      let size = Int(word(0))
      guard size % 4 == 0, size <= bytes.count - 4 else { return nil }
      end = 4 + size
      units = stride(from: 4, to: end, by: 4).map(word)
    }
    self.units = units
    let replacements = Array(bytes[end...])
    self.replacements = replacements
    ascii = (0..<128).map { (byte: UInt8) in
      Self.replacement(of: CollectionOfOne(byte), units, replacements).map { Array($0) } ?? [byte]
    }
  }

  /// Returns what replaces a character or a scalar, in UTF-8; `nil` if it stays as it is.
  ///
  /// As in Hugging Face's tokenizers, the shortest entry that begins the bytes counts.
  package func replacement(of bytes: some Sequence<UInt8>) -> ArraySlice<UInt8>? {
    Self.replacement(of: bytes, units, replacements)
  }

  private static func replacement(
    of bytes: some Sequence<UInt8>, _ units: [UInt32], _ replacements: [UInt8]
  ) -> ArraySlice<UInt8>? {
    guard let root = units.first else { return nil }
    var node = Int(offset(root))
    for byte in bytes {
      guard byte != 0 else { return nil }
      node ^= Int(byte)
      guard node < units.count, units[node] & 0x8000_00FF == UInt32(byte) else { return nil }
      let unit = units[node]
      node ^= Int(offset(unit))
      guard node < units.count else { return nil }
      if unit >> 8 & 1 == 1 {
        let start = Int(units[node] & 0x7FFF_FFFF)
        guard start <= replacements.count else { return nil }
        return replacements[start...].prefix { $0 != 0 }
      }
    }
    return nil
  }

  private static func offset(_ unit: UInt32) -> UInt32 { (unit >> 10) << ((unit & 1 << 9) >> 6) }
}
