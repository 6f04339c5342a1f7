/// Splits RTF into groups, control words and bytes of text.
struct RTFScanner {
  enum Token {
    case open, close
    /// What follows in the group may be left out by programs that do not know it: `\*`.
    case optional
    case byte(UInt8)
    /// A control word and its number; also a symbol, such as `~`.
    case word(String, Int?)
  }

  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func skip(_ count: Int) { index = min(bytes.count, index + max(0, min(count, bytes.count))) }

  mutating func next() -> Token? {
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "{"): return .open
      case UInt8(ascii: "}"): return .close
      case UInt8(ascii: "\\"): return control()
      case 0x00, 0x0A, 0x0D: continue
      default: return .byte(byte)
      }
    }
    return nil
  }

  private mutating func control() -> Token? {
    guard index < bytes.count else { return nil }
    let start = index
    while index < bytes.count, Self.isLetter(bytes[index]), index - start < 32 { index += 1 }
    guard index > start else { return symbol() }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    let digits = index
    if index < bytes.count, bytes[index] == UInt8(ascii: "-") { index += 1 }
    while index < bytes.count, (0x30...0x39).contains(bytes[index]), index - digits < 10 { index += 1 }
    let number = Int(String(decoding: bytes[digits..<index], as: UTF8.self))
    if index < bytes.count, bytes[index] == 0x20 { index += 1 }
    return .word(word, number)
  }

  private mutating func symbol() -> Token {
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "'"):
      let code = UInt8(String(decoding: bytes[index..<min(index + 2, bytes.count)], as: UTF8.self), radix: 16)
      index = min(index + 2, bytes.count)
      return .byte(code ?? 0x3F)
    case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): return .byte(byte)
    case UInt8(ascii: "*"): return .optional
    case 0x0A, 0x0D: return .word("par", nil)
    default: return .word(String(UnicodeScalar(byte)), nil)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
