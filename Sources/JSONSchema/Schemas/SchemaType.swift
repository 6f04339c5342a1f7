/// A type that has a schema. Types may refer to themselves, so the schema is created lazily.
package struct SchemaType: Sendable {
  package let id: ObjectIdentifier
  package let name: String
  /// Returns the type's own schema. Throws if it cannot be used.
  package let schema: @Sendable () throws -> SchemaNode

  package init(id: ObjectIdentifier, name: String, schema: @escaping @Sendable () throws -> SchemaNode) {
    self.id = id
    self.name = name
    self.schema = schema
  }
}
