/// A type that has a schema, for schemas that refer to types. Types may refer to themselves, so the schema is asked for
/// only when it is needed.
package struct SchemaType: Sendable {
  package let id: ObjectIdentifier
  package let name: String
  /// The type's own schema; throws if it cannot be used.
  package let schema: @Sendable () throws -> SchemaNode

  package init(id: ObjectIdentifier, name: String, schema: @escaping @Sendable () throws -> SchemaNode) {
    self.id = id
    self.name = name
    self.schema = schema
  }
}
