import Foundation

extension SchemaNode {
  /// The schema in JSON Schema, in the dialect of Apple's Foundation Models.
  ///
  /// References must be to definitions.
  package var json: JSONValue { json(rootName: nil) }

  /// Returns the same within a document whose root is called `rootName`.
  func json(rootName: String?) -> JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append(JSONValue.Member(name, value)) }
    }
    func list(_ nodes: [SchemaNode]?) -> JSONValue? {
      nodes.map { .array($0.map { $0.json(rootName: rootName) }) }
    }
    add("title", title.map { .string($0) })
    add("description", description.map { .string($0) })
    if case .definition(let name) = reference {
      add("$ref", .string(name == rootName || name == "#" ? "#" : "#/$defs/\(Self.pointerToken(name))"))
    }
    if let types {
      add("type", types.count == 1 ? .string(types[0].rawValue) : .array(types.map { .string($0.rawValue) }))
    }
    add("enum", values.map { .array($0) })
    add(minimum?.isExclusive == true ? "exclusiveMinimum" : "minimum", minimum.map { .number($0.value) })
    add(maximum?.isExclusive == true ? "exclusiveMaximum" : "maximum", maximum.map { .number($0.value) })
    add("minLength", minLength.map { .number(JSONNumber($0)) })
    add("maxLength", maxLength.map { .number(JSONNumber($0)) })
    add("pattern", patterns.first.map { .string($0) })
    add("format", formats.first.map { .string($0) })
    add("prefixItems", prefixItems.isEmpty ? nil : list(prefixItems))
    add("items", items.map { $0.value.json(rootName: rootName) })
    add("minItems", minItems.map { .number(JSONNumber($0)) })
    add("maxItems", maxItems.map { .number(JSONNumber($0)) })
    if types == [.object] || !properties.isEmpty {
      add(
        "properties",
        .object(properties.map { JSONValue.Member($0.name, $0.node.json(rootName: rootName)) }))
      add("required", .array(required.map { .string($0) }))
      add("x-order", .array(properties.map { .string($0.name) }))
    } else if !required.isEmpty {
      add("required", .array(required.map { .string($0) }))
    }
    add(
      "patternProperties",
      patternProperties.isEmpty
        ? nil : .object(patternProperties.map { JSONValue.Member($0.name, $0.node.json(rootName: rootName)) }))
    add("minProperties", minProperties.map { .number(JSONNumber($0)) })
    add("maxProperties", maxProperties.map { .number(JSONNumber($0)) })
    add("additionalProperties", additionalProperties.map { $0.value.json(rootName: rootName) })
    add("anyOf", list(anyOf))
    add("oneOf", list(oneOf))
    let more = patterns.dropFirst().map { JSONValue.object([.init("pattern", .string($0))]) }
    let formats = formats.dropFirst().map { JSONValue.object([.init("format", .string($0))]) }
    let excluded =
      excludedPatterns.map { JSONValue.object([.init("pattern", .string($0))]) }
      + not.map { $0.json(rootName: rootName) }
    add("not", excluded.first)
    let others = excluded.dropFirst().map { JSONValue.object([.init("not", $0)]) }
    let all = more + formats + others + allOf.map { $0.json(rootName: rootName) }
    add("allOf", all.isEmpty ? nil : .array(all))
    if members == [.init("enum", .array([]))] { return .bool(false) }
    return .object(members)
  }

  private static func pointerToken(_ name: String) -> String {
    name.replacing("~", with: "~0").replacing("/", with: "~1").replacing("%", with: "%25")
  }
}

extension ResolvedSchema {
  /// The whole schema in JSON Schema.
  package var json: JSONValue {
    guard case .object(var members) = root.json(rootName: rootName) else { return root.json }
    let names = names.filter { $0 != "#" }
    if !names.isEmpty {
      let definitions = names.map { JSONValue.Member($0, self[$0].json(rootName: rootName)) }
      members.append(.init("$defs", .object(definitions)))
    }
    return .object(members)
  }
}
