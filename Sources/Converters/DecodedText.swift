/// Text in a file that says nothing of its encoding.
enum DecodedText {
  /// Returns the text: UTF-8, UTF-16 with a byte-order mark, or else Windows-1252.
  static func string(of bytes: [UInt8]) throws -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
    if bytes.starts(with: [0xFF, 0xFE]) { return try string(of: bytes.dropFirst(2), in: "UTF-16LE") }
    if bytes.starts(with: [0xFE, 0xFF]) { return try string(of: bytes.dropFirst(2), in: "UTF-16BE") }
    if bytes.contains(0) { throw ConversionError.damaged("it is not text") }
    return try String(validating: bytes, as: UTF8.self) ?? string(of: bytes[...], in: "WINDOWS-1252")
  }

  private static func string(of bytes: ArraySlice<UInt8>, in encoding: String) throws -> String {
    guard let text = Charset.string(of: Array(bytes), in: encoding) else {
      throw ConversionError.damaged("its encoding is not known here: \(encoding)")
    }
    return text
  }
}
