/// The content that a model is to generate: properties in order, with types and limits.
///
/// Get one from a `Generable` type, from `DynamicGenerationSchema`, or from JSON Schema:
///
///     let schema = try GenerationSchema(jsonSchema: #"{"type": "array", "items": {"type": "string"}}"#)
///     let names = try await session.respond(to: "Name three herbs.", schema: schema).content
///
/// A model with `.guidedGeneration` writes under a grammar of the schema, so it cannot write anything else. As JSON
/// Schema, it is in the dialect of Apple's Foundation Models: the order of properties is in `x-order`, named types in
/// `$defs`.
public struct GenerationSchema: Sendable {
  /// A property of a generable type.
  public struct Property: Sendable {
    let name: String
    let node: SchemaNode
    let isOptional: Bool

    /// Creates a required property.
    public init<Value: Generable>(
      name: String, description: String? = nil, type: Value.Type, guides: [GenerationGuide<Value>] = []
    ) {
      self.init(name: name, description: description, of: type, guides: guides, isOptional: false)
    }

    /// Creates an optional property.
    public init<Value: Generable>(
      name: String, description: String? = nil, type: Value?.Type, guides: [GenerationGuide<Value>] = []
    ) {
      self.init(name: name, description: description, of: Value.self, guides: guides, isOptional: true)
    }

    private init<Value: Generable>(
      name: String, description: String?, of type: Value.Type, guides: [GenerationGuide<Value>], isOptional: Bool
    ) {
      self.name = name
      self.isOptional = isOptional
      node = SchemaNode(of: type, description: description, guides: guides)
    }
  }

  /// The schema as it was made; what it refers to is looked up when it is used, since types may refer to themselves.
  package let root: SchemaNode
  /// What the root refers to by name.
  package let definitions: [String: SchemaNode]
  /// Why the schema cannot be used: known when it is made, thrown by whatever uses it.
  ///
  /// `Generable.generationSchema` cannot throw, so an initializer that takes types does not.
  private let defect: SchemaError?
  /// The type that the schema is of, where it is of one.
  let type: (any Generable.Type)?

  package init(
    _ root: SchemaNode, definitions: [String: SchemaNode] = [:], of type: (any Generable.Type)? = nil,
    defect: SchemaError? = nil
  ) {
    self.root = root
    self.type = type
    self.definitions = definitions
    self.defect = defect
  }

  /// Creates the schema of a type with properties, which are generated in this order.
  ///
  /// Its name is that of the type, unless one is given. With `representNilExplicitlyInGeneratedContent`, an optional
  /// property is written as null instead of left out.
  public init(
    type: any Generable.Type, name: String? = nil, description: String? = nil,
    representNilExplicitlyInGeneratedContent: Bool = false, properties: [Property]
  ) {
    let name = name ?? String(describing: type)
    var node = SchemaNode(title: name, types: [.object])
    node.isDefinition = true
    node.description = description
    node.setProperties(properties.map { ($0.name, $0.node, $0.isOptional) }, representNilExplicitlyInGeneratedContent)
    self.init(node, of: type, defect: SchemaError.duplicate(in: properties.map(\.name), of: name))
  }

  /// Creates the schema of a type whose values are these texts.
  public init(type: any Generable.Type, name: String? = nil, description: String? = nil, anyOf choices: [String]) {
    let name = name ?? String(describing: type)
    var node = SchemaNode(title: name, types: [.string], values: choices.map { .string($0) })
    node.isDefinition = true
    node.description = description
    self.init(node, of: type, defect: choices.isEmpty ? .emptyTypeChoices(schema: name) : nil)
  }

  /// Creates the schema of a type whose values are those of one of these types.
  public init(
    type: any Generable.Type, name: String? = nil, description: String? = nil, anyOf types: [any Generable.Type]
  ) {
    let name = name ?? String(describing: type)
    var node = SchemaNode(title: name, anyOf: types.map { SchemaNode(reference: .type(SchemaType($0))) })
    node.isDefinition = true
    node.description = description
    self.init(node, of: type, defect: types.isEmpty ? .emptyTypeChoices(schema: name) : nil)
  }

  /// Throws where the schema cannot be used.
  package func check() throws {
    if let defect { throw defect }
  }
}

extension SchemaNode {
  /// The schema of a type with guides; a type with a name is referred to unless guides change it.
  init<Value: Generable>(of type: Value.Type, description: String?, guides: [GenerationGuide<Value>]) {
    self.init(reference: .type(SchemaType(type)))
    self.description = description
    guard !guides.isEmpty else { return }
    self = inlined
    for guide in guides { guide.apply(&self) }
  }

  mutating func setProperties(_ properties: [(name: String, node: SchemaNode, isOptional: Bool)], _ showsNil: Bool) {
    additionalProperties = Indirect(.nothing)
    self.properties = properties.map { name, node, isOptional in
      guard isOptional, showsNil else { return Property(name: name, node: node) }
      var nullable = SchemaNode(anyOf: [node, SchemaNode(types: [.null])])
      nullable.description = node.description
      nullable.anyOf?[0].description = nil
      return Property(name: name, node: nullable)
    }
    required = properties.filter { showsNil || !$0.isOptional }.map(\.name)
  }
}
