/// Reads the values of JSON Schema keywords.
extension SchemaReader {
  mutating func nodes(_ value: JSONValue, _ keyword: String, at path: String) throws -> [SchemaNode] {
    let values = try list(value, keyword, at: path)
    var nodes: [SchemaNode] = []
    for (index, value) in values.enumerated() { nodes.append(try node(value, at: "\(path)/\(keyword)/\(index)")) }
    return nodes
  }

  func types(_ value: JSONValue, at path: String) throws -> [SchemaNode.ValueType] {
    let names: [JSONValue]
    if case .array(let several) = value { names = several } else { names = [value] }
    return try names.map {
      guard case .string(let name) = $0, let type = SchemaNode.ValueType(rawValue: name) else {
        throw SchemaError.invalidKeyword("type", path: path, expected: "the name of a type")
      }
      return type
    }
  }

  func tighter(
    _ old: SchemaNode.Bound?, _ new: SchemaNode.Bound, isUpper: Bool
  ) -> SchemaNode.Bound {
    guard let old else { return new }
    if old.value == new.value { return old.isExclusive ? old : new }
    return (old.value < new.value) == isUpper ? old : new
  }

  func list(_ value: JSONValue, _ keyword: String, at path: String) throws -> [JSONValue] {
    guard case .array(let elements) = value else {
      throw SchemaError.invalidKeyword(keyword, path: path, expected: "an array")
    }
    return elements
  }

  func members(_ value: JSONValue, _ keyword: String, at path: String) throws -> [JSONValue.Member] {
    guard case .object(let members) = value else {
      throw SchemaError.invalidKeyword(keyword, path: path, expected: "an object")
    }
    return members
  }

  func text(_ value: JSONValue, _ keyword: String, at path: String) throws -> String {
    guard case .string(let text) = value else {
      throw SchemaError.invalidKeyword(keyword, path: path, expected: "a string")
    }
    return text
  }

  func number(_ value: JSONValue, _ keyword: String, _ path: String) throws -> JSONNumber {
    guard case .number(let number) = value else {
      throw SchemaError.invalidKeyword(keyword, path: path, expected: "a number")
    }
    return number
  }

  func count(_ value: JSONValue, _ keyword: String, at path: String) throws -> Int {
    guard case .number(let number) = value, let count = number.integer, count >= 0 else {
      throw SchemaError.invalidKeyword(keyword, path: path, expected: "a count of 0 or more")
    }
    return count
  }
}
