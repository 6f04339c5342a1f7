/// A schema with all schemas that it refers to, by name.
package struct ResolvedSchema: Sendable {
  package private(set) var root: SchemaNode
  /// The name by which the root is referred to, if it has one.
  package let rootName: String?
  /// The names of the definitions, in the order in which they are first referred to.
  package private(set) var names: [String] = []
  private var definitions: [String: SchemaNode] = [:]

  /// The definition of a name; every name that the schema refers to has one.
  package subscript(name: String) -> SchemaNode { name == rootName ? root : definitions[name] ?? .nothing }

  /// Resolves the references of a schema.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - given: The schemas that it refers to by name.
  ///   - type: The type that it describes, if any.
  package init(_ schema: SchemaNode, definitions given: [String: SchemaNode] = [:], type: ObjectIdentifier? = nil)
    throws
  {
    root = schema
    rootName = schema.isDefinition ? schema.title : nil
    var resolution = Resolution(schema, available: Set(given.keys), type: type)
    root = try resolution.contents(of: schema)
    for name in resolution.pending {
      guard let node = given[name] else { continue }
      try resolution.define(name, as: node)
    }
    while let name = resolution.missing.first {
      guard let node = given[name] else {
        throw SchemaError.undefinedReferences(
          schema: schema.title, references: resolution.missing.sorted())
      }
      try resolution.define(name, as: node)
    }
    names = resolution.names
    definitions = resolution.definitions
  }

  /// The state of the resolution.
  private struct Resolution {
    let rootName: String?
    var names: [String] = []
    var definitions: [String: SchemaNode] = [:]
    var missing: Set<String> = []
    private var types: [String: ObjectIdentifier] = [:]
    private var inlined: [ObjectIdentifier] = []
    private let available: Set<String>

    var pending: [String] { missing.filter(available.contains).sorted() }

    init(_ schema: SchemaNode, available: Set<String>, type: ObjectIdentifier?) {
      rootName = schema.isDefinition ? schema.title : nil
      self.available = available
      if let rootName, let type { types[rootName] = type }
    }

    /// Returns a node as it is referred to: by its name, if it has one.
    mutating func resolved(_ node: SchemaNode) throws -> SchemaNode {
      guard node.isDefinition, let name = node.title else { return try contents(of: node) }
      try define(name, as: node)
      return SchemaNode(reference: .definition(name))
    }

    /// Adds a definition. Adding the same one again has no effect.
    mutating func define(_ name: String, as node: SchemaNode) throws {
      missing.remove(name)
      let isNew = definitions[name] == nil
      if isNew { names.append(name) }
      let contents = try contents(of: node)
      if name == rootName || !isNew, definitions[name].map({ $0.json.text }) != contents.json.text {
        throw SchemaError.duplicateType(schema: rootName, type: name)
      }
      definitions[name] = contents
    }

    mutating func contents(of node: SchemaNode) throws -> SchemaNode {
      try SchemaWork.spend(1 + names.count / 64)
      var result = node
      result.prefixItems = try node.prefixItems.map { try resolved($0) }
      result.items = try node.items.map { Indirect(try resolved($0.value)) }
      for index in result.properties.indices {
        result.properties[index].node = try resolved(node.properties[index].node)
      }
      for index in result.patternProperties.indices {
        result.patternProperties[index].node = try resolved(node.patternProperties[index].node)
      }
      result.not = try node.not.map { try resolved($0) }
      result.additionalProperties = try node.additionalProperties.map { Indirect(try resolved($0.value)) }
      result.anyOf = try node.anyOf?.map { try resolved($0) }
      result.oneOf = try node.oneOf?.map { try resolved($0) }
      result.allOf = try node.allOf.map { try resolved($0) }
      if let anyOf = result.anyOf, anyOf.count == 1, let reference = anyOf[0].reference, result.reference == nil {
        result.anyOf = nil
        result.reference = reference
      }
      switch node.reference {
      case .definition(let name):
        if definitions[name] == nil, name != rootName, !names.contains(name) { missing.insert(name) }
      case .type(let type): try resolve(type, in: &result)
      case nil: break
      }
      return result
    }

    /// Replaces a reference to a type by one to its definition, or by the type's schema if that has no name.
    private mutating func resolve(_ type: SchemaType, in node: inout SchemaNode) throws {
      let schema = try type.schema()
      let id = type.id
      guard schema.isDefinition, let name = schema.title else {
        guard !inlined.contains(id) else {
          throw SchemaError.undefinedReferences(schema: rootName, references: [type.name])
        }
        inlined.append(id)
        defer { inlined.removeLast() }
        var contents = try contents(of: schema)
        contents.description = node.description ?? contents.description
        node = contents
        return
      }
      node.reference = .definition(name)
      if let known = types[name] {
        guard known == id else {
          throw SchemaError.duplicateType(schema: rootName, type: name)
        }
        return
      }
      guard definitions[name] == nil, name != rootName else {
        throw SchemaError.duplicateType(schema: rootName, type: name)
      }
      types[name] = id
      names.append(name)
      // A definition is referred to, so a type without a name may come back within it.
      let outer = inlined
      inlined = []
      defer { inlined = outer }
      definitions[name] = try contents(of: schema)
      missing.remove(name)
    }
  }
}
