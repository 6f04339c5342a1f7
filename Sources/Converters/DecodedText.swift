import ForeignFormats

/// Text of a file, decoded as that of notes is.
enum DecodedText {
  /// In how many bytes a file may name its encoding.
  private static let searched = 4096

  /// Returns the text: UTF-8, UTF-16 with a byte-order mark, or what the file declares itself.
  ///
  /// - Parameter declaration: Finds the name of an encoding at the beginning of the file.
  /// - Throws: `ConversionError.unknown`, which says of other bytes what is said of those of a note.
  static func string(of bytes: [UInt8], declaredBy declaration: Regex<(Substring, Substring)>? = nil) throws -> String {
    if bytes.starts(with: [0xFF, 0xFE]) { return try string(of: bytes.dropFirst(2), in: "UTF-16LE") }
    if bytes.starts(with: [0xFE, 0xFF]) { return try string(of: bytes.dropFirst(2), in: "UTF-16BE") }
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if let text = String(validating: bytes[mark...], as: UTF8.self), !bytes.contains(0) { return text }
    if let declaration, !bytes.contains(0) {
      let head = String(decoding: bytes.prefix(searched).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
      let name = (head.firstMatch(of: declaration)?.output.1).map { $0.lowercased() }
      if let name, let text = Charset.string(of: bytes, in: iconvNames[name] ?? name) { return text }
    }
    guard let problem = NotText(in: bytes, from: mark) else { return String(decoding: bytes[mark...], as: UTF8.self) }
    throw ConversionError.unknown(problem.reason)
  }

  /// What LaTeX calls encodings (the package `inputenc`).
  private static let iconvNames = [
    "latin1": "WINDOWS-1252", "ansinew": "WINDOWS-1252", "cp1252": "WINDOWS-1252", "latin9": "ISO-8859-15",
    "latin2": "ISO-8859-2", "latin5": "ISO-8859-9", "applemac": "MACINTOSH", "cp1250": "CP1250", "cp1251": "CP1251",
    "koi8-r": "KOI8-R", "iso-8859-1": "WINDOWS-1252",
  ]

  private static func string(of bytes: ArraySlice<UInt8>, in encoding: String) throws -> String {
    guard let text = Charset.string(of: Array(bytes), in: encoding) else {
      throw ConversionError.damaged("its encoding is not known here: \(encoding)")
    }
    return text
  }
}
