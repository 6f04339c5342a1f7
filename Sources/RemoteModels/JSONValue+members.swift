import JSONSchema
import LanguageModels

extension JSONValue {
  /// Creates an object; a member without a value is left out.
  static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// Returns the object with the members of another.
  func merging(_ other: JSONValue) -> JSONValue {
    guard case .object(let members) = self, case .object(let more) = other else { return self }
    return .object(members + more)
  }

  static func integer(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  /// Creates a number; 0 if it is not finite.
  static func double(_ value: Double) -> JSONValue { .number(JSONNumber(String(value)) ?? JSONNumber(0)) }

  /// The whole number in it, if it is one.
  var integer: Int? { if case .number(let number) = self { number.integer } else { nil } }

  /// The number in it, if it is one.
  var double: Double? { if case .number(let number) = self { number.double } else { nil } }

  /// The text in it, if it is one.
  var string: String? { if case .string(let text) = self { text } else { nil } }

  /// Its elements; none if it is not an array.
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}

extension LanguageModelRequest.Message {
  /// The message in the form of OpenAI's API.
  var json: JSONValue { .object(["role": .string(role.rawValue), "content": .string(content)]) }
}
