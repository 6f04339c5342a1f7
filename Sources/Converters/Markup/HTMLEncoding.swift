/// Finds the encoding of a web page, and decodes it.
enum HTMLEncoding {
  /// In how many bytes browsers look for a declaration (WHATWG HTML, 13.2.3.2).
  private static let searched = 1024

  /// Labels that the WHATWG Encoding Standard reads as a larger set of characters.
  private static let larger = [
    "iso-8859-1": "WINDOWS-1252", "latin1": "WINDOWS-1252", "us-ascii": "WINDOWS-1252", "ascii": "WINDOWS-1252",
    "iso-8859-9": "WINDOWS-1254", "tis-620": "CP874", "iso-8859-11": "CP874", "shift_jis": "CP932",
    "shift-jis": "CP932", "x-sjis": "CP932", "sjis": "CP932", "gb2312": "GB18030", "gbk": "GB18030",
    "euc-kr": "CP949", "ks_c_5601-1987": "CP949", "big5": "BIG5-HKSCS",
  ]

  /// Returns a page in UTF-8, without zero bytes, at which libxml2 ends.
  static func utf8(of page: [UInt8]) -> [UInt8] {
    let name = name(in: page)
    let text =
      name == "UTF-8" ? nil : Charset.string(of: page, in: name) ?? Charset.string(of: page, in: "WINDOWS-1252")
    let bytes = Array((text ?? String(decoding: page, as: UTF8.self)).utf8)
    return bytes.contains(0) ? bytes.map { $0 == 0 ? 0x20 : $0 } : bytes
  }

  /// Returns the name of an encoding as iconv has it.
  private static func name(in bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) { return "UTF-16LE" }
    if bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16BE" }
    // Text that is UTF-8 throughout is hardly anything else, whatever it declares.
    if String(validating: bytes, as: UTF8.self) != nil { return "UTF-8" }
    guard let label = declared(in: bytes) else { return "WINDOWS-1252" }
    let name = larger[label] ?? label
    // It declares UTF-8 and has some other bytes, or it cannot be read as it says.
    return ["utf-8", "utf8", "unicode"].contains(name) || name.hasPrefix("utf-16") ? "UTF-8" : name
  }

  private static func declared(in bytes: [UInt8]) -> String? {
    let head = String(decoding: bytes.prefix(searched).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
    let found =
      head.firstMatch(of: #/<meta[^>]*charset\s*=\s*["']?\s*([a-z0-9_:.-]+)/#)
      ?? head.firstMatch(of: #/<\?xml[^>]*encoding\s*=\s*["']([a-z0-9_:.-]+)/#)
    return (found?.output.1).map(String.init)
  }
}
