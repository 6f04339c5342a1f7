/// Text in a file that says nothing of its encoding.
enum DecodedText {
  /// Returns the text: UTF-8, UTF-16 with a byte-order mark, or else Windows-1252.
  static func string(of bytes: [UInt8]) throws -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes, isBigEndian: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes, isBigEndian: true) }
    if bytes.contains(0) { throw ConversionError.damaged("it is not text") }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar(windows1252($0)) ?? "\u{FFFD}" }))
  }

  private static func utf16(_ bytes: [UInt8], isBigEndian: Bool) -> String {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The code points of 0x80 to 0x9F (WHATWG Encoding Standard, index windows-1252); the others are Latin-1.
  private static func windows1252(_ byte: UInt8) -> UInt32 {
    let special: [UInt32] = [
      0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
      0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
      0x0153, 0x9D, 0x017E, 0x0178,
    ]
    return (0x80...0x9F).contains(byte) ? special[Int(byte) - 0x80] : UInt32(byte)
  }
}
