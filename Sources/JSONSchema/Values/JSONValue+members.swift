extension JSONValue {
  /// Creates an object; a member without a value is left out.
  package static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// Returns the object with the members of another.
  package func merging(_ other: JSONValue) -> JSONValue {
    guard case .object(let members) = self, case .object(let more) = other else { return self }
    return .object(members + more)
  }

  /// Returns an object with members replaced or added.
  package func setting(_ other: JSONValue) -> JSONValue {
    guard case .object(let members) = self, case .object(let new) = other else { return self }
    let names = Set(new.map(\.name))
    return .object(members.filter { !names.contains($0.name) } + new)
  }

  package static func integer(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  /// Creates a number; 0 if it is not finite.
  package static func double(_ value: Double) -> JSONValue { .number(JSONNumber(String(value)) ?? JSONNumber(0)) }

  /// The whole number in it, if it is one.
  package var integer: Int? { if case .number(let number) = self { number.integer } else { nil } }

  /// The number in it, if it is one.
  package var double: Double? { if case .number(let number) = self { number.double } else { nil } }

  /// The text in it, if it is one.
  package var string: String? { if case .string(let text) = self { text } else { nil } }

  /// Its elements; none if it is not an array.
  package var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
