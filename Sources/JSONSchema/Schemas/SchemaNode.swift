/// A schema, keyword by keyword as in JSON Schema: a value must satisfy all that are set.
package struct SchemaNode: Sendable {
  /// The types of JSON; an integer is also a number.
  package enum ValueType: String, Sendable, CaseIterable {
    case null, boolean, integer, number, string, array, object
  }

  /// Another schema that a value must satisfy as well.
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

  /// The title of the values, and the name if the schema becomes a definition.
  package var title: String?
  /// The meaning of the values, for the model.
  package var description: String?
  /// Whether the schema becomes a definition under its title, to be referred to.
  package var isDefinition = false
  package var types: [ValueType]?
  /// The allowed values: `enum` and `const`. An empty array allows nothing.
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
  /// The schema of the elements after `prefixItems`.
  package var items: Indirect<SchemaNode>?
  package var minItems: Int?
  package var maxItems: Int?
  package var properties: [Property] = []
  package var required: [String] = []
  /// The schemas of properties whose names match a pattern.
  package var patternProperties: [Property] = []
  package var minProperties: Int?
  package var maxProperties: Int?
  /// The schema of properties that have none of their own and match no pattern; `nil` allows anything.
  package var additionalProperties: Indirect<SchemaNode>?
  package var anyOf: [SchemaNode]?
  package var oneOf: [SchemaNode]?
  package var allOf: [SchemaNode] = []
  /// The schemas that a value must not satisfy.
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
