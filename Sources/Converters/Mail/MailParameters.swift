/// The parameters of a field, such as the name of an attachment (RFC 2045, 5.1; RFC 2231).
struct MailParameters {
  /// A value, or a piece of one.
  struct Piece {
    var number: Int
    /// Whether the name ends in an asterisk: what follows has a charset and signs in hexadecimal.
    var isEncoded: Bool
    var text: String
  }

  /// What stands before the parameters.
  let first: String
  /// In the order of the field, in lower case.
  private(set) var names: [String] = []
  private(set) var values: [String: [Piece]] = [:]

  init(_ field: String) {
    let parts = Self.parts(of: field)
    first = parts.first.map { String($0.trimmed) } ?? ""
    for part in parts.dropFirst() {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { continue }
      let words = sides[0].trimmed.lowercased().split(separator: "*", omittingEmptySubsequences: false).map(String.init)
      guard let name = words.first, !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else {
        continue
      }
      let number = words.count > 1 ? Int(words[1]) ?? 0 : 0
      let isEncoded = words.count > 1 && words.last?.isEmpty == true
      if values[name] == nil { names.append(name) }
      values[name, default: []].append(
        Piece(number: number, isEncoded: isEncoded, text: Self.unquoted(String(sides[1].trimmed))))
    }
  }

  /// Returns a value with its pieces joined first and decoded then.
  func value(of name: String) -> String? {
    guard var pieces = values[name], !pieces.isEmpty else { return nil }
    // Of a name with and without a charset, old programs read the second.
    if pieces.contains(where: \.isEncoded) && pieces.allSatisfy({ $0.number == 0 }) {
      pieces = pieces.filter(\.isEncoded).prefix(1).map(\.self)
    }
    pieces.sort { $0.number < $1.number }
    if pieces.count > 1, pieces[1].number == pieces[0].number { pieces = [pieces[0]] }
    guard pieces.contains(where: \.isEncoded) else {
      return EncodedWords.decoded(pieces.map(\.text).joined())
    }
    var charset = "utf-8"
    var (bytes, encoded): ([UInt8], [UInt8]) = ([], [])
    func flush() {
      bytes += Hexadecimal.decoded(encoded, mark: UInt8(ascii: "%"))
      encoded = []
    }
    for (place, piece) in pieces.enumerated() {
      var text = piece.text[...]
      if place == 0, piece.isEncoded {
        let sides = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        if sides.count == 3 { (charset, text) = (String(sides[0]), sides[2]) }
      }
      if piece.isEncoded {
        encoded += text.utf8
      } else {
        flush()
        bytes += text.utf8
      }
    }
    flush()
    return Charset.string(of: bytes, in: charset) ?? String(decoding: bytes, as: UTF8.self)
  }

  /// The parts between semicolons that stand outside of quotes.
  private static func parts(of field: String) -> [Substring] {
    var parts: [Substring] = []
    var (start, isQuoted, isEscaped) = (field.startIndex, false, false)
    for place in field.indices {
      let character = field[place]
      if isEscaped {
        isEscaped = false
      } else if character == "\\", isQuoted {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == ";", !isQuoted {
        parts.append(field[start..<place])
        start = field.index(after: place)
      }
    }
    return parts + [field[start...]]
  }

  private static func unquoted(_ value: String) -> String {
    guard value.hasPrefix("\"") else { return value }
    var text = ""
    var isEscaped = false
    for character in value.dropFirst() {
      if isEscaped {
        text.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        break
      } else {
        text.append(character)
      }
    }
    return text
  }
}
