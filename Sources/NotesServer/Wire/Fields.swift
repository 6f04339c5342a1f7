import JSONSchema

/// Reads the members of a request's object, and says what is wrong with one.
struct Fields {
  let object: JSONValue

  func string(_ name: String) throws(ServerError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string else { throw .invalid("\(name) must be a string") }
    return text
  }

  /// A text that is not empty.
  func text(_ name: String) throws(ServerError) -> String {
    guard let text = try string(name), !text.allSatisfy(\.isWhitespace) else {
      throw .invalid("\(name) must be a string that is not empty")
    }
    return text
  }

  func bool(_ name: String) throws(ServerError) -> Bool? {
    guard let value = value(name) else { return nil }
    guard case .bool(let isTrue) = value else { throw .invalid("\(name) must be true or false") }
    return isTrue
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(ServerError) -> Int? {
    guard let value = value(name) else { return nil }
    guard let number = value.integer, range.contains(number) else {
      throw .invalid("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func number(_ name: String, in range: ClosedRange<Double>) throws(ServerError) -> Double? {
    guard let value = value(name) else { return nil }
    guard let number = value.double, range.contains(number) else {
      throw .invalid("\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func array(_ name: String) throws(ServerError) -> [JSONValue]? {
    guard let value = value(name) else { return nil }
    guard case .array(let elements) = value else { throw .invalid("\(name) must be an array") }
    return elements
  }

  /// The member; `nil` if it is missing or null.
  func value(_ name: String) -> JSONValue? { object[name].flatMap { $0 == .null ? nil : $0 } }
}
