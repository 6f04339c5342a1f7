import JSONSchema

/// Schemas of arguments and results.
enum ToolSchema {
  /// An object; `required` names the properties it must have.
  static func object(_ properties: JSONValue, required: [String] = [], isClosed: Bool = false) -> JSONValue {
    .object([
      "type": "object", "properties": properties,
      "required": required.isEmpty ? nil : .array(required.map { .string($0) }),
      "additionalProperties": isClosed ? false : nil,
    ])
  }

  static func string(_ description: String? = nil) -> JSONValue {
    .object(["type": "string", "description": description.map { .string($0) }])
  }

  static func integer(
    _ range: ClosedRange<Int>? = nil, or standard: Int? = nil, _ description: String? = nil
  ) -> JSONValue {
    .object([
      "type": "integer", "description": description.map { .string($0) },
      "minimum": range.map { .integer($0.lowerBound) },
      "maximum": range.map { .integer($0.upperBound) }, "default": standard.map { .integer($0) },
    ])
  }

  static func array(of items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

  static let number: JSONValue = ["type": "number"]
  static let boolean: JSONValue = ["type": "boolean"]

  /// Where in a file the text is that is not one of text, such as `p. 12` of a PDF file.
  static let place = string("Where in the file, for citing it.")

  /// The tokens of the result; see `ResultBudget`.
  static func budget(or standard: Int = ResultBudget.standard) -> JSONValue {
    integer(ResultBudget.allowed, or: standard, "The most tokens of the result.")
  }

  /// Where an earlier result ended; see `PageCursor`.
  static let cursor = string("From a result, to go on.")
}
