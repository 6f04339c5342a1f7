/// The schemas of an object's properties, to look many of them up by name.
struct PropertySchemas {
  private let node: SchemaNode
  /// By the bytes of the names: equal strings may differ in code points.
  private let own: [[UInt8]: SchemaNode]

  init(of node: SchemaNode) {
    self.node = node
    own = Dictionary(node.properties.map { (Array($0.name.utf8), $0.node) }) { first, _ in first }
  }

  /// Returns the schema of a property.
  func schema(_ name: String) -> SchemaNode? { node.schema(ofProperty: name, own: own[Array(name.utf8)]) }
}
