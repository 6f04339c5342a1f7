/// A schema built at run time. Pass it to `GenerationSchema(root:dependencies:)` to use it.
///
///     let schema = try GenerationSchema(
///       root: DynamicGenerationSchema(
///         name: "Order", properties: [.init(name: "dish", schema: .init(name: "Dish", anyOf: ["soup", "cake"]))]),
///       dependencies: [])
public struct DynamicGenerationSchema: Sendable {
  /// A property. Properties are generated in the order given.
  public struct Property: Sendable {
    let name: String
    let node: SchemaNode
    let isOptional: Bool
    let defects: [GenerationSchema.SchemaError]

    /// Creates a property; an optional one may be left out.
    public init(name: String, description: String? = nil, schema: DynamicGenerationSchema, isOptional: Bool = false) {
      self.name = name
      self.isOptional = isOptional
      defects = schema.defects
      var node = schema.node
      if let description {
        // A definition keeps its own description; this one is the property's.
        if node.isDefinition { node = SchemaNode(anyOf: [node]) }
        node.description = description
      }
      self.node = node
    }
  }

  let node: SchemaNode
  let defects: [GenerationSchema.SchemaError]

  private init(_ node: SchemaNode, defects: [GenerationSchema.SchemaError] = []) {
    self.node = node
    self.defects = defects
  }

  /// Creates the schema of a structure.
  ///
  /// With `representNilExplicitlyInGeneratedContent`, an optional property is written as null instead of left out.
  public init(
    name: String, description: String? = nil, representNilExplicitlyInGeneratedContent: Bool = false,
    properties: [Property]
  ) {
    var node = SchemaNode(title: name, types: [.object])
    node.isDefinition = true
    node.description = description
    node.setProperties(properties.map { ($0.name, $0.node, $0.isOptional) }, representNilExplicitlyInGeneratedContent)
    let duplicate = GenerationSchema.SchemaError.duplicate(in: properties.map(\.name), of: name)
    self.init(node, defects: [duplicate].compactMap(\.self) + properties.flatMap(\.defects))
  }

  /// Creates the schema of values that satisfy one of several schemas.
  public init(name: String, description: String? = nil, anyOf choices: [DynamicGenerationSchema]) {
    var node = SchemaNode(title: name, anyOf: choices.map(\.node))
    node.isDefinition = true
    node.description = description
    self.init(
      node, defects: (choices.isEmpty ? [.emptyTypeChoices(schema: name)] : []) + choices.flatMap(\.defects))
  }

  /// Creates the schema of a text that is one of several choices.
  public init(name: String, description: String? = nil, anyOf choices: [String]) {
    var node = SchemaNode(title: name, types: [.string], values: choices.map { .string($0) })
    node.isDefinition = true
    node.description = description
    self.init(node, defects: choices.isEmpty ? [.emptyTypeChoices(schema: name)] : [])
  }

  /// Creates the schema of an array.
  public init(arrayOf item: DynamicGenerationSchema, minimumElements: Int? = nil, maximumElements: Int? = nil) {
    var node = SchemaNode(types: [.array], items: Indirect(item.node))
    node.minItems = minimumElements
    node.maxItems = maximumElements
    self.init(node, defects: item.defects)
  }

  /// Creates the schema of a type, with guides.
  public init<Value: Generable>(type: Value.Type, guides: [GenerationGuide<Value>] = []) {
    self.init(SchemaNode(of: type, description: nil, guides: guides))
  }

  /// Creates a reference to the schema of this name: the root, a dependency, or one within either.
  public init(referenceTo name: String) { self.init(SchemaNode(reference: .definition(name))) }

  /// The schema of null.
  public static var null: DynamicGenerationSchema { Self(SchemaNode(types: [.null])) }
}

extension GenerationSchema {
  /// Creates a schema from a dynamic one and those that it refers to by name.
  ///
  /// Throws `SchemaError` if it cannot be used.
  public init(root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]) throws {
    if let defect = (root.defects + dependencies.flatMap(\.defects)).first { throw defect }
    var definitions: [String: SchemaNode] = [:]
    for dependency in dependencies {
      guard let name = dependency.node.title else { continue }
      guard definitions.updateValue(dependency.node, forKey: name) == nil, name != root.node.title else {
        throw SchemaError.duplicateType(schema: root.node.title, type: name)
      }
    }
    self.init(root.node, definitions: definitions)
    _ = try grammar()
  }
}
