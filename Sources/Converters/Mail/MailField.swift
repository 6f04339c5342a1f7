/// A field of a header, with the lines that it goes on in.
struct MailField {
  var bytes: [UInt8]

  /// In lower case.
  var name: String {
    String(decoding: bytes.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
  }

  /// What stands behind the colon, on one line.
  var text: String {
    let value = bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst()
    return String(decoding: value.lazy.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
  }

  /// Longer fields stay as they are: no program writes them.
  private static let longest = 100_000

  /// The field with its pieces joined.
  var repaired: [UInt8] {
    guard bytes.count < Self.longest else { return withoutDeepGroups }
    if name == "content-type" || name == "content-disposition" { return joined() ?? bytes }
    return EncodedWords.joined(name == "subject" ? bytes : withoutDeepGroups)
  }

  /// So many groups of addresses may begin in a field. GMime calls itself for one in another.
  private static let mostGroups = 100

  private var withoutDeepGroups: [UInt8] {
    var colons = 0
    return bytes.map { byte in
      guard byte == UInt8(ascii: ":") else { return byte }
      colons += 1
      return colons > Self.mostGroups ? 0x20 : byte
    }
  }

  /// Returns the field with each parameter whole; `nil` if none is in pieces or encoded words.
  private func joined() -> [UInt8]? {
    let hasPieces = bytes.contains(UInt8(ascii: "*")) || bytes.contains(UInt8(ascii: "?"))
    guard hasPieces else { return nil }
    let parameters = MailParameters(text)
    let fields = parameters.names.compactMap { name in
      parameters.value(of: name).map { "; \(name)*=utf-8''" + $0.utf8.map(Self.percent).joined() }
    }
    return Array((name + ": " + parameters.first + fields.joined() + "\n").utf8)
  }

  private static func percent(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
      String(UnicodeScalar(byte))
    default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}
