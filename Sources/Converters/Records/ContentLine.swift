/// A line of a calendar or a contact (RFC 5545, 3.1; RFC 6350, 3.3): a name, parameters and a value.
struct ContentLine {
  /// In upper case, without the group before it.
  var name: String
  /// By their names in upper case; a parameter without a name is a type, as in vCard 2.1.
  var parameters: [String: String]
  /// As it is written, with its escapes.
  var value: String

  /// The value's text.
  var text: String { Self.unescaped(value) }

  /// The value's parts, such as those of an address.
  var parts: [String] {
    var parts = [""]
    var isEscaped = false
    for character in value {
      if character == ";", !isEscaped { parts.append("") } else { parts[parts.count - 1].append(character) }
      isEscaped = character == "\\" && !isEscaped
    }
    return parts.map(Self.unescaped)
  }

  /// In how many characters of a line its encoding is looked for.
  private static let longestHead = 1000
  /// More parameters of a line are not read.
  private static let mostParameters = 100

  /// Returns the lines of a file, those that were folded whole again.
  static func lines(of text: String) -> [ContentLine] {
    var lines: [String] = []
    var (isQuoted, isSoft) = (false, false)
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if isSoft, !lines.isEmpty {
        // Quoted-printable of vCard 2.1 is broken behind an equals sign.
        lines[lines.count - 1].removeLast()
        lines[lines.count - 1] += line
      } else if let first = line.first, first == " " || first == "\t", !lines.isEmpty {
        lines[lines.count - 1] += line.dropFirst()
      } else {
        lines.append(String(line))
        isQuoted = line.prefix(longestHead).prefix { $0 != ":" }.uppercased().contains("QUOTED-PRINTABLE")
      }
      isSoft = isQuoted && line.hasSuffix("=")
    }
    return lines.compactMap(ContentLine.init)
  }

  private init?(_ line: String) {
    var isQuoted = false
    let colon = line.firstIndex { character in
      if character == "\"" { isQuoted.toggle() }
      return character == ":" && !isQuoted
    }
    guard let colon else { return nil }
    let head = line[..<colon].split(separator: ";", maxSplits: Self.mostParameters, omittingEmptySubsequences: false)
    guard let first = head.first, let name = first.split(separator: ".").last else { return nil }
    self.name = name.trimmed.uppercased()
    parameters = [:]
    for parameter in head.dropFirst() {
      let sides = parameter.split(separator: "=", maxSplits: 1)
      guard let left = sides.first else { continue }
      let isNamed = sides.count == 2
      let value = String(isNamed ? sides[1] : left).filter { $0 != "\"" }
      let key = isNamed ? left.uppercased() : value.uppercased() == "QUOTED-PRINTABLE" ? "ENCODING" : "TYPE"
      parameters[key] = parameters[key].map { $0 + "," + value } ?? value
    }
    value = String(line[line.index(after: colon)...])
    if parameters["ENCODING"]?.uppercased() == "QUOTED-PRINTABLE" {
      value = Self.unquoted(value, charset: parameters["CHARSET"])
    }
  }

  private static func unescaped(_ value: String) -> String {
    guard value.contains("\\") else { return value }
    var text = ""
    var isEscaped = false
    for character in value {
      if isEscaped {
        text.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }

  private static func unquoted(_ value: String, charset: String?) -> String {
    let bytes = Hexadecimal.decoded(value.utf8, mark: UInt8(ascii: "="))
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return charset.flatMap { Charset.string(of: bytes, in: $0) } ?? value
  }
}

extension Substring {
  var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
