/// A description of the content that a model generates: properties in order, with types and limits.
///
/// Get one from a `Generable` type, from `DynamicGenerationSchema`, or from JSON Schema:
///
///     let schema = try GenerationSchema(jsonSchema: #"{"type": "array", "items": {"type": "string"}}"#)
///     let names = try await session.respond(to: "Name three herbs.", schema: schema).content
///
/// With `.guidedGeneration`, decoding is constrained by the schema's grammar, so the model cannot write anything else.
/// Its JSON Schema is in the dialect of Apple's Foundation Models: the order of properties is in `x-order`, named types
/// are in `$defs`.
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

  /// The schema as created; references are resolved on use, since types may refer to themselves.
  package let root: SchemaNode
  /// The schemas that the root refers to by name.
  package let definitions: [String: SchemaNode]
  /// Why the schema cannot be used: found on creation, thrown on use.
  ///
  /// `Generable.generationSchema` cannot throw, so the initializers that take types do not.
  private let defect: SchemaError?
  /// The type that the schema describes, if any.
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
  /// The name defaults to that of the type. With `representNilExplicitlyInGeneratedContent`, an optional property is
  /// written as null instead of left out.
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

  /// Creates the schema of a type whose values are those of any of these types.
  public init(
    type: any Generable.Type, name: String? = nil, description: String? = nil, anyOf types: [any Generable.Type]
  ) {
    let name = name ?? String(describing: type)
    var node = SchemaNode(title: name, anyOf: types.map { SchemaNode(reference: .type(SchemaType($0))) })
    node.isDefinition = true
    node.description = description
    self.init(node, of: type, defect: types.isEmpty ? .emptyTypeChoices(schema: name) : nil)
  }

  /// Throws if the schema cannot be used.
  package func check() throws {
    if let defect { throw defect }
  }
}

extension SchemaNode {
  /// Creates the schema of a type with guides; without any, it is a reference to the type.
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
