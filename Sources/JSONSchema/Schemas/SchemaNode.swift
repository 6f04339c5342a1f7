/// What values a schema allows, keyword by keyword as JSON Schema has them: a value satisfies all that are set.
package struct SchemaNode: Sendable {
  /// The types of JSON; a whole number is of both kinds of number.
  package enum ValueType: String, Sendable, CaseIterable {
    case null, boolean, integer, number, string, array, object
  }

  /// Another schema that a value satisfies as well.
  package enum Reference: Sendable {
    /// The schema of a type.
    case type(SchemaType)
    /// A schema by its name among the definitions.
    case definition(String)
  }

  /// A property of an object.
  package struct Property: Sendable {
    package var name: String
    package var node: SchemaNode

    package init(name: String, node: SchemaNode) {
      self.name = name
      self.node = node
    }
  }

  /// One end of a range of numbers.
  package struct Bound: Sendable, Equatable {
    package var value: JSONNumber
    package var isExclusive: Bool

    package init(value: JSONNumber, isExclusive: Bool = false) {
      self.value = value
      self.isExclusive = isExclusive
    }
  }

  /// What the values are called; the name of a definition where one is made of it.
  package var title: String?
  /// What the values mean, for the model.
  package var description: String?
  /// Whether it becomes a definition under its title, to be referred to.
  package var isDefinition = false
  package var types: [ValueType]?
  /// The values that are allowed: `enum` and `const`. Empty allows nothing.
  package var values: [JSONValue]?
  package var minimum: Bound?
  package var maximum: Bound?
  package var minLength: Int?
  package var maxLength: Int?
  package var patterns: [String] = []
  /// Patterns that a text must not match.
  package var excludedPatterns: [String] = []
  /// The formats that are enforced.
  package var formats: [String] = []
  package var prefixItems: [SchemaNode] = []
  /// What the elements after `prefixItems` are.
  package var items: Indirect<SchemaNode>?
  package var minItems: Int?
  package var maxItems: Int?
  package var properties: [Property] = []
  package var required: [String] = []
  /// What properties are whose names match a pattern.
  package var patternProperties: [Property] = []
  package var minProperties: Int?
  package var maxProperties: Int?
  /// What properties are that have no schema of their own and match no pattern; `nil` is anything.
  package var additionalProperties: Indirect<SchemaNode>?
  package var anyOf: [SchemaNode]?
  package var oneOf: [SchemaNode]?
  package var allOf: [SchemaNode] = []
  /// What a value must not satisfy.
  package var not: [SchemaNode] = []
  package var reference: Reference?

  package init(
    title: String? = nil, types: [ValueType]? = nil, values: [JSONValue]? = nil, items: Indirect<SchemaNode>? = nil,
    anyOf: [SchemaNode]? = nil, reference: Reference? = nil
  ) {
    self.title = title
    self.types = types
    self.values = values
    self.items = items
    self.anyOf = anyOf
    self.reference = reference
  }

  /// Allows nothing.
  package static let nothing = SchemaNode(values: [])
}
