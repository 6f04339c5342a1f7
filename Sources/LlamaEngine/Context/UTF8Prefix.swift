/// Tracks UTF-8 that may end within a character, and which bytes can come next.
struct UTF8Prefix {
  /// The range of the next byte, and how many bytes complete the character; `nil` between characters.
  private var next: (range: ClosedRange<UInt8>, more: Int)?

  /// Whether the last character is complete.
  var isBetweenCharacters: Bool { next == nil }

  /// Whether the bytes continue the text as UTF-8; `false` if there are none.
  func allows(_ bytes: [UInt8]) -> Bool {
    var copy = self
    return !bytes.isEmpty && bytes.allSatisfy { copy.take($0) }
  }

  mutating func append(_ bytes: [UInt8]) {
    for byte in bytes where !take(byte) { next = nil }
  }

  /// Consumes a byte, and returns whether it is valid here (table 3-7 of the Unicode Standard).
  private mutating func take(_ byte: UInt8) -> Bool {
    if let (range, more) = next {
      guard range.contains(byte) else { return false }
      next = more > 1 ? (0x80...0xBF, more - 1) : nil
      return true
    }
    switch byte {
    case 0x00...0x7F: break
    case 0xC2...0xDF: next = (0x80...0xBF, 1)
    case 0xE0: next = (0xA0...0xBF, 2)
    case 0xED: next = (0x80...0x9F, 2)
    case 0xE1...0xEF: next = (0x80...0xBF, 2)
    case 0xF0: next = (0x90...0xBF, 3)
    case 0xF1...0xF3: next = (0x80...0xBF, 3)
    case 0xF4: next = (0x80...0x8F, 3)
    default: return false
    }
    return true
  }
}
