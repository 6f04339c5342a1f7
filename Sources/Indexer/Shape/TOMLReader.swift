/// Reads TOML as front matter has it: keys, dotted and in tables, with texts, numbers, dates, lists and inline tables.
///
/// Values are returned as written, without quotes; those of tables under the keys that lead to them. What TOML forbids
/// beyond this, such as a key given twice, is not looked for.
struct TOMLReader {
  /// What is wrong, on which line of the text, from 1.
  struct Failure: Error, Equatable {
    var line: Int
    var reason: String
  }

  /// A key and one of its values; a list has one for each item.
  struct Entry: Equatable {
    var key: String
    var value: String
    var isItem = false
  }

  private let text: [Character]
  private var place = 0
  private var line = 1
  private var depth = 0
  private(set) var entries: [Entry] = []
  private static let deepest = 16
  /// The longest key in characters: each value has the whole key that leads to it.
  private static let longestKey = 200

  init(_ text: String) throws(Failure) {
    self.text = Array(text)
    var table = ""
    while true {
      skipBlanks(lines: true)
      guard let next = peek else { return }
      if next == "[" {
        advance()
        let isArray = take("[")
        table = try key(until: "]")
        guard take("]"), !isArray || take("]") else { throw failure("expected ] after the name of a table") }
      } else {
        let key = try self.key(until: "=")
        guard take("=") else { throw failure("expected = after the key \(key)") }
        skipBlanks()
        try readValue(of: table.isEmpty ? key : "\(table).\(key)")
      }
      skipBlanks()
      if let rest = peek, !rest.isNewline { throw failure("expected the end of the line, found \(rest)") }
    }
  }

  private var peek: Character? { place < text.count ? text[place] : nil }

  private mutating func advance() {
    if text[place].isNewline { line += 1 }
    place += 1
  }

  private mutating func take(_ sign: Character) -> Bool {
    guard peek == sign else { return false }
    advance()
    return true
  }

  private func failure(_ reason: String) -> Failure { Failure(line: line, reason: reason) }

  private mutating func skipBlanks(lines: Bool = false) {
    while let next = peek {
      if next == "#" {
        while let sign = peek, !sign.isNewline { advance() }
      } else if next == " " || next == "\t" || lines && next.isNewline {
        advance()
      } else {
        return
      }
    }
  }

  private mutating func key(until end: Character) throws(Failure) -> String {
    var parts: [String] = []
    repeat {
      skipBlanks()
      if peek == "\"" || peek == "'" {
        parts.append(try quoted())
      } else {
        var part = ""
        while let next = peek, next.isLetter || next.isNumber || next == "_" || next == "-" {
          part.append(next)
          advance()
        }
        guard !part.isEmpty else { throw failure("expected a key") }
        parts.append(part)
      }
      skipBlanks()
    } while take(".")
    let key = parts.joined(separator: ".")
    guard key.count <= Self.longestKey else { throw failure("a key is longer than \(Self.longestKey) characters") }
    return key
  }

  private mutating func readValue(of key: String, isItem: Bool = false) throws(Failure) {
    guard let first = peek, !first.isNewline else { throw failure("the key \(key) has no value") }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw failure("values are nested more than \(Self.deepest) deep") }
    switch first {
    case "\"", "'": entries.append(Entry(key: key, value: try quoted(), isItem: isItem))
    case "[":
      advance()
      try readItems(until: "]", linesAllowed: true) { (reader: inout TOMLReader) throws(Failure) in
        try reader.readValue(of: key, isItem: true)
      }
    case "{":
      advance()
      try readItems(until: "}", linesAllowed: false) { (reader: inout TOMLReader) throws(Failure) in
        let inner = try reader.key(until: "=")
        guard reader.take("=") else { throw reader.failure("expected = after the key \(inner)") }
        reader.skipBlanks()
        try reader.readValue(of: "\(key).\(inner)", isItem: isItem)
      }
    default:
      var value = ""
      while let next = peek, !next.isNewline, !",]}#".contains(next) {
        value.append(next)
        advance()
      }
      while value.last?.isWhitespace == true { value.removeLast() }
      guard Self.isPlain(value) else { throw failure("\(key): a text needs quotes: \(value)") }
      entries.append(Entry(key: key, value: value, isItem: isItem))
    }
  }

  private mutating func readItems(
    until end: Character, linesAllowed: Bool, _ read: (inout TOMLReader) throws(Failure) -> Void
  ) throws(Failure) {
    while true {
      skipBlanks(lines: linesAllowed)
      if take(end) { return }
      try read(&self)
      skipBlanks(lines: linesAllowed)
      guard take(",") || peek == end else { throw failure("expected a comma or \(end)") }
    }
  }

  /// Whether a value may stand without quotes: true, false, a number, a date or a time.
  private static func isPlain(_ value: String) -> Bool {
    if ["true", "false", "inf", "+inf", "-inf", "nan"].contains(value) { return true }
    guard let first = value.first, first.isNumber || "+-".contains(first) else { return false }
    return value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-._: ".contains($0)) }
  }

  private static let escapes: [Character: Character] = [
    "n": "\n", "t": "\t", "r": "\r", "\"": "\"", "\\": "\\", "b": "\u{8}", "f": "\u{C}", "e": "\u{1B}",
  ]

  /// Reads a text in quotes: `"…"` with escapes or `'…'` without, on one line, or on several between three quotes.
  private mutating func quoted() throws(Failure) -> String {
    guard let quote = peek else { throw failure("expected a text") }
    let isLong = text[place...].starts(with: [quote, quote, quote])
    for _ in 0..<(isLong ? 3 : 1) { advance() }
    if isLong, peek?.isNewline == true { advance() }
    var value = ""
    while let next = peek {
      if next == quote, !isLong || text[place...].starts(with: [quote, quote, quote]) {
        for _ in 0..<(isLong ? 3 : 1) { advance() }
        return value
      }
      if next.isNewline, !isLong { break }
      advance()
      guard next == "\\", quote == "\"" else {
        value.append(next)
        continue
      }
      value.append(contentsOf: try escape())
    }
    throw failure("a text is not closed")
  }

  private mutating func escape() throws(Failure) -> String {
    guard let sign = peek else { throw failure("a text is not closed") }
    if sign.isWhitespace {
      // The end of a line that does not count.
      while let next = peek, next.isWhitespace { advance() }
      return ""
    }
    advance()
    if let escaped = Self.escapes[sign] { return String(escaped) }
    let digits = sign == "u" ? 4 : sign == "U" ? 8 : sign == "x" ? 2 : 0
    guard digits > 0, place + digits <= text.count,
      let scalar = UInt32(String(text[place..<place + digits]), radix: 16).flatMap(Unicode.Scalar.init)
    else { throw failure("unknown escape \\\(sign)") }
    place += digits
    return String(scalar)
  }
}
