/// A JSON value that keeps the order of properties and exact numbers.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// One property of an object.
  package struct Member: Sendable, Equatable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value of a property, if this is an object that has it.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.isSameText(as: name) }?.value
  }

  /// The text of the value on one line: `{"a": 1, "b": [true]}`.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number.literal
    case .string(let string): Self.write(string, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += ", " }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += ", " }
        Self.write(member.name, to: &text)
        text += ": "
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    // What needs no escape is copied in one piece.
    var rest = string[...]
    while let place = rest.utf8.firstIndex(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
      text += rest[..<place]
      text += escaped(rest.unicodeScalars[place])
      rest = rest[rest.utf8.index(after: place)...]
    }
    text += rest
    text += "\""
  }

  /// Returns a character as written in a JSON string.
  package static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\u{8}": return "\\b"
    case "\u{C}": return "\\f"
    case "\u{0}"..<"\u{20}":
      let hexadecimal = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
    default: return String(scalar)
    }
  }
}

extension JSONValue: Equatable {
  /// Compares as JSON Schema does: `1` equals `1.0`, the order of properties does not matter, and texts are equal if
  /// their code points are.
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.number(let left), .number(let right)): return left == right
    case (.string(let left), .string(let right)): return left.isSameText(as: right)
    case (.array(let left), .array(let right)): return left == right
    case (.object(let left), .object(let right)):
      guard left.count == right.count else { return false }
      let sorted = (left.sorted(by: Self.byName), right.sorted(by: Self.byName))
      return zip(sorted.0, sorted.1).allSatisfy { $0.name.isSameText(as: $1.name) && $0.value == $1.value }
    default: return false
    }
  }

  private static func byName(_ left: Member, _ right: Member) -> Bool {
    left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}

extension JSONValue: Codable {
  package init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Name.self) {
      self = .object(
        try container.allKeys.map { Member($0.stringValue, try container.decode(JSONValue.self, forKey: $0)) })
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
      self = .array(elements)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .number(JSONNumber(value))
    } else if let value = try? container.decode(Double.self), let number = JSONNumber("\(value)") {
      self = .number(number)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let number):
      var container = encoder.singleValueContainer()
      if let integer = number.integer { try container.encode(integer) } else { try container.encode(number.double) }
    case .string(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let members):
      var container = encoder.container(keyedBy: Name.self)
      for member in members { try container.encode(member.value, forKey: Name(stringValue: member.name)) }
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension String {
  /// Whether both have the same code points: by Swift's `==`, `é` equals `e` with a combining accent.
  package func isSameText(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
