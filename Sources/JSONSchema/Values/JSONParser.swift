/// Parses JSON text (RFC 8259), complete or not.
///
/// Foundation's decoders lose the order of properties and the exact number, and cannot parse the beginning of a text,
/// such as a reply that is still being generated.
package struct JSONParser {
  /// A syntax error.
  package struct Failure: Error, Hashable {
    /// A description of the error.
    package var reason: String
    /// The offset of the error in bytes, from 0.
    package var offset: Int
  }

  /// The maximum depth of nested objects and arrays, so that no text can overflow the stack.
  package static let deepest = 256

  private let bytes: [UInt8]
  private var index = 0
  /// How many nested values were unfinished when the text ended.
  private var open = 0

  /// Parses a whole value.
  package static func parse(_ text: String) throws(Failure) -> JSONValue {
    let (value, open) = try parse(beginningOf: text)
    guard open == 0, let value else { throw Failure(reason: "it ends too early", offset: text.utf8.count) }
    return value
  }

  /// Parses as much of a value as the text contains.
  ///
  /// `open` counts the nested values that the end of the text leaves unfinished, from the outermost: 0 for a whole
  /// value. An unfinished string has the text so far; an unfinished number, literal or property name is left out.
  package static func parse(beginningOf text: String) throws(Failure) -> (value: JSONValue?, open: Int) {
    var parser = JSONParser(bytes: Array(text.utf8))
    parser.skipSpace()
    guard parser.peek != nil else { return (nil, 1) }
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    if parser.open == 0, parser.peek != nil { throw parser.failure("unexpected text after the value") }
    return (value, parser.open)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func failure(_ reason: String) -> Failure { Failure(reason: reason, offset: index) }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONValue? {
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number(depth: depth)
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(Failure) -> JSONValue? {
    for byte in word.utf8 {
      guard let next = peek else {
        open += 1
        return nil
      }
      guard next == byte else { throw failure("expected a value") }
      index += 1
    }
    return value
  }

  private mutating func number(depth: Int) throws(Failure) -> JSONValue? {
    let start = index
    while let byte = peek, Self.isOfNumber(byte) { index += 1 }
    let literal = String(decoding: bytes[start..<index], as: UTF8.self)
    // A number at the end of the text may continue, unless it is complete and not nested.
    if index == bytes.count, index > start, depth > 0 || JSONNumber(literal) == nil {
      guard literal == "-" || JSONNumber(literal + "0") != nil || JSONNumber(literal) != nil
      else { throw Failure(reason: "expected a value", offset: start) }
      open += 1
      return nil
    }
    guard let number = JSONNumber(literal) else { throw Failure(reason: "expected a value", offset: start) }
    return .number(number)
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func array(depth: Int) throws(Failure) -> JSONValue? {
    guard depth < Self.deepest else { throw failure("it is nested more than \(Self.deepest) levels deep") }
    index += 1
    var elements: [JSONValue] = []
    while true {
      skipSpace()
      if elements.isEmpty, peek == UInt8(ascii: "]") { break }
      guard peek != nil else { return left(open: .array(elements)) }
      if let element = try value(depth: depth + 1) { elements.append(element) }
      if open > 0 { return left(open: .array(elements)) }
      skipSpace()
      guard let byte = peek else { return left(open: .array(elements)) }
      if byte == UInt8(ascii: "]") { break }
      guard byte == UInt8(ascii: ",") else { throw failure("expected a comma or ]") }
      index += 1
    }
    index += 1
    return .array(elements)
  }

  private mutating func object(depth: Int) throws(Failure) -> JSONValue? {
    guard depth < Self.deepest else { throw failure("it is nested more than \(Self.deepest) levels deep") }
    index += 1
    var members: [JSONValue.Member] = []
    // Of two properties with the same name, the last counts, at the position of the first.
    var places: [[UInt8]: Int] = [:]
    while true {
      skipSpace()
      if members.isEmpty, peek == UInt8(ascii: "}") { break }
      guard let quote = peek else { return left(open: .object(members)) }
      guard quote == UInt8(ascii: "\"") else { throw failure("expected a property name") }
      let name = try string()
      if open > 0 {
        open -= 1
        return left(open: .object(members))
      }
      skipSpace()
      guard let colon = peek else { return left(open: .object(members)) }
      guard colon == UInt8(ascii: ":") else { throw failure("expected a colon") }
      index += 1
      skipSpace()
      guard peek != nil else { return left(open: .object(members)) }
      if let value = try value(depth: depth + 1) {
        let place = places[Array(name.utf8)] ?? members.count
        if place < members.count, open == 0 {
          members[place].value = value
        } else {
          if place < members.count { members.remove(at: place) }
          members.append(JSONValue.Member(name, value))
        }
        places[Array(name.utf8)] = place
      } else {
        // The value left out does not count as open within this object.
        open -= 1
        return left(open: .object(members))
      }
      if open > 0 { return left(open: .object(members)) }
      skipSpace()
      guard let byte = peek else { return left(open: .object(members)) }
      if byte == UInt8(ascii: "}") { break }
      guard byte == UInt8(ascii: ",") else { throw failure("expected a comma or }") }
      index += 1
    }
    index += 1
    return .object(members)
  }

  private mutating func left(open value: JSONValue) -> JSONValue {
    open += 1
    return value
  }

  /// Parses a string from its quotation mark on.
  private mutating func string() throws(Failure) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = try escape() else {
          open += 1
          return String(decoding: text, as: UTF8.self)
        }
        text.append(contentsOf: Array(String(scalar).utf8))
      case 0..<0x20: throw failure("a string contains a control character")
      default:
        text.append(byte)
        index += 1
      }
    }
    open += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses an escape sequence; `nil` if the text ends within it.
  private mutating func escape() throws(Failure) -> Unicode.Scalar? {
    index += 1
    guard let kind = peek else { return nil }
    index += 1
    switch kind {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw failure("invalid escape sequence")
    }
    guard let first = try unit() else { return nil }
    guard UTF16.isLeadSurrogate(first) || UTF16.isTrailSurrogate(first) else { return Unicode.Scalar(first) }
    guard UTF16.isLeadSurrogate(first) else { throw failure("unpaired surrogate") }
    for byte in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
      guard let next = peek else { return nil }
      guard next == byte else { throw failure("unpaired surrogate") }
      index += 1
    }
    guard let second = try unit() else { return nil }
    guard UTF16.isTrailSurrogate(second) else { throw failure("unpaired surrogate") }
    return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
  }

  private mutating func unit() throws(Failure) -> UInt16? {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek else { return nil }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw failure("invalid escape sequence") }
      unit = unit << 4 + UInt16(digit)
      index += 1
    }
    return unit
  }
}
