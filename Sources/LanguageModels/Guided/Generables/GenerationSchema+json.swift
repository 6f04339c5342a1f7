import Foundation
@_exported public import JSONSchema

extension GenerationSchema {
  /// Why a schema cannot be used.
  public typealias SchemaError = JSONSchema.SchemaError
}

extension ResolvedSchema {
  /// Resolves the references of a schema. Throws if the schema cannot be used.
  package init(_ schema: GenerationSchema) throws {
    try schema.check()
    try self.init(schema.root, definitions: schema.definitions, type: schema.type.map { ObjectIdentifier($0) })
  }
}

extension SchemaType {
  /// A type that a model generates.
  init(_ type: any Generable.Type) {
    self.init(id: ObjectIdentifier(type), name: "\(type)") {
      let schema = type.generationSchema
      try schema.check()
      return schema.root
    }
  }
}

extension GenerationSchema: CustomDebugStringConvertible {
  /// The schema as JSON Schema on one line, properties in order.
  ///
  /// Throws `SchemaError` if the schema cannot be used.
  package var jsonText: String {
    get throws { try ResolvedSchema(self).json.text }
  }

  /// The schema as JSON Schema, or why it cannot be written.
  public var debugDescription: String {
    do { return try jsonText } catch { return error.localizedDescription }
  }
}

extension GenerationSchema: Encodable {
  /// Writes the schema as JSON Schema.
  public func encode(to encoder: any Encoder) throws { try ResolvedSchema(self).json.encode(to: encoder) }
}
