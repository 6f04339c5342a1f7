import Foundation

/// Reads JSON Schema, draft 2020-12, and keywords that earlier drafts wrote differently.
///
/// Every keyword that limits values is read, or rejected by name; keywords unknown to JSON Schema are annotations.
package struct SchemaReader {
  /// The schemas referred to, by name.
  package private(set) var definitions: [String: SchemaNode] = [:]
  private let document: JSONValue
  /// Whether the document uses draft 7 or older, in which keywords beside `$ref` are ignored.
  private let ignoresBesideReference: Bool
  /// Whether the document's draft treats `format` as a limit.
  private let enforcesFormats: Bool
  /// Whether the document's draft has conditions: `if` was added in draft 7.
  private let hasConditions: Bool
  private var references: [String: String] = [:]
  private var names: Set<String> = []
  private var pending: [String] = []

  /// Reads a whole document.
  package static func read(_ document: JSONValue) throws -> (root: SchemaNode, definitions: [String: SchemaNode]) {
    try SchemaWork.limited {
      var reader = try SchemaReader(document: document)
      let root = try reader.node(document, at: "#")
      while let reference = reader.pending.popLast() {
        let target = try reader.target(of: reference)
        let name = reader.name(of: reference)
        reader.definitions[name] = try reader.node(target, at: reference)
      }
      return (root, reader.definitions)
    }
  }

  private init(document: JSONValue) throws {
    self.document = document
    guard case .string(let dialect) = document["$schema"] else {
      (ignoresBesideReference, enforcesFormats, hasConditions) = (false, true, true)
      return
    }
    // Another meta-schema may define the keywords differently.
    guard let draft = dialect.wholeMatch(of: /https?:\/\/json-schema\.org\/(draft[-\/0-9]*\/)?schema#?/)?.1 else {
      throw SchemaError.unsupportedKeyword("$schema \(dialect)", path: "#")
    }
    ignoresBesideReference = draft.hasPrefix("draft-0")
    enforcesFormats = ignoresBesideReference || draft.isEmpty
    hasConditions = !ignoresBesideReference || draft.hasPrefix("draft-07")
  }

  mutating func node(_ value: JSONValue, at path: String) throws -> SchemaNode {
    try SchemaWork.spend(1 + path.utf8.count / 100)
    switch value {
    case .bool(true): return SchemaNode()
    case .bool(false): return .nothing
    case .object(let members):
      var node = SchemaNode()
      try SchemaWork.spend(members.count)
      let onlyReference = ignoresBesideReference && members.contains { $0.name == "$ref" }
      for member in onlyReference ? members.filter({ $0.name == "$ref" }) : members {
        try read(member.name, member.value, into: &node, at: path)
      }
      try finish(&node, members, at: path)
      return node
    default: throw SchemaError.invalidKeyword("schema", path: path, expected: "an object, true or false")
    }
  }

  private mutating func read(
    _ keyword: String, _ value: JSONValue, into node: inout SchemaNode, at path: String
  ) throws {
    let below = "\(path)/\(keyword)"
    switch keyword {
    case "title": if case .string(let text) = value { node.title = text }
    case "description": if case .string(let text) = value { node.description = text }
    case "type": node.types = try types(value, at: path)
    case "enum":
      let values = try list(value, keyword, at: path)
      try SchemaWork.spend(values.count * SchemaWork.stepsOfValue)
      node.values = values.filter { node.values?.contains($0) ?? true }
    case "const": node.values = [value].filter { node.values?.contains($0) ?? true }
    case "minimum": node.minimum = try tighter(node.minimum, .init(value: number(value, keyword, path)), isUpper: false)
    case "maximum": node.maximum = try tighter(node.maximum, .init(value: number(value, keyword, path)), isUpper: true)
    // Booleans in draft 4; see `finish`.
    case "exclusiveMinimum" where value == .bool(true) || value == .bool(false): break
    case "exclusiveMaximum" where value == .bool(true) || value == .bool(false): break
    case "exclusiveMinimum":
      node.minimum = try tighter(
        node.minimum, .init(value: number(value, keyword, path), isExclusive: true), isUpper: false)
    case "exclusiveMaximum":
      node.maximum = try tighter(
        node.maximum, .init(value: number(value, keyword, path), isExclusive: true), isUpper: true)
    case "minLength": node.minLength = try count(value, keyword, at: path)
    case "maxLength": node.maxLength = try count(value, keyword, at: path)
    case "minItems": node.minItems = try count(value, keyword, at: path)
    case "maxItems": node.maxItems = try count(value, keyword, at: path)
    case "pattern": node.patterns = [try text(value, keyword, at: path)]
    case "format":
      if case .string(let format) = value { try read(format: format, into: &node, at: path) }
    case "prefixItems": node.prefixItems = try nodes(value, keyword, at: path)
    case "items":
      if case .array = value {
        node.prefixItems = try nodes(value, keyword, at: path)
      } else {
        node.items = Indirect(try self.node(value, at: below))
      }
    case "properties":
      node.properties = try members(value, keyword, at: path).map {
        SchemaNode.Property(name: $0.name, node: try self.node($0.value, at: "\(below)/\($0.name)"))
      }
    case "required": node.required = try list(value, keyword, at: path).map { try text($0, keyword, at: path) }
    case "patternProperties":
      node.patternProperties = try members(value, keyword, at: path).map {
        SchemaNode.Property(name: $0.name, node: try self.node($0.value, at: "\(below)/\($0.name)"))
      }
    case "minProperties": node.minProperties = try count(value, keyword, at: path)
    case "maxProperties": node.maxProperties = try count(value, keyword, at: path)
    case "dependentRequired", "dependentSchemas", "dependencies":
      for member in try members(value, keyword, at: path) {
        node.allOf.append(try dependency(of: member.name, member.value, at: "\(below)/\(member.name)"))
      }
    case "not": node.not = [try self.node(value, at: below)]
    case "additionalProperties": node.additionalProperties = Indirect(try self.node(value, at: below))
    case "anyOf": node.anyOf = try nodes(value, keyword, at: path)
    case "oneOf": node.oneOf = try nodes(value, keyword, at: path)
    case "allOf": node.allOf += try nodes(value, keyword, at: path)
    case "$ref":
      let reference = try text(value, keyword, at: path)
      guard reference == "#" || reference.hasPrefix("#/") else {
        throw SchemaError.unsupportedKeyword("$ref to \(reference)", path: path)
      }
      if references[reference] == nil {
        _ = try target(of: reference)
        pending.append(reference)
      }
      node.reference = .definition(name(of: reference))
    case _ where Self.refused.contains(keyword): throw SchemaError.unsupportedKeyword(keyword, path: path)
    default: break
    }
  }

  private func read(format: String, into node: inout SchemaNode, at path: String) throws {
    // From draft 2019-09 on, a format only says what a text is meant to be.
    guard enforcesFormats else { return }
    if TextFormat.pattern(of: format) != nil {
      node.formats.append(format)
    } else if let range = TextFormat.range(of: format) {
      let (low, high) = (JSONNumber(range.lowerBound), JSONNumber(range.upperBound))
      node.minimum = tighter(node.minimum, .init(value: low), isUpper: false)
      node.maximum = tighter(node.maximum, .init(value: high), isUpper: true)
    } else if TextFormat.refused.contains(format) {
      throw SchemaError.unsupportedKeyword("format \(format)", path: path)
    }
  }

  /// Returns what a property requires, without a condition: either the property is absent, or the rest holds.
  private mutating func dependency(of name: String, _ value: JSONValue, at path: String) throws -> SchemaNode {
    var absent = SchemaNode()
    absent.properties = [SchemaNode.Property(name: name, node: .nothing)]
    var rest = SchemaNode()
    switch value {
    case .array: rest.required = try list(value, name, at: path).map { try text($0, name, at: path) }
    // Draft 3 allows a single name.
    case .string(let single): rest.required = [single]
    default: rest = try node(value, at: path)
    }
    return SchemaNode(anyOf: [absent, rest])
  }

  /// Reads what depends on other keywords: limits of draft 4, `additionalItems`, conditions, the order of properties.
  private mutating func finish(_ node: inout SchemaNode, _ members: [JSONValue.Member], at path: String) throws {
    let object = JSONValue.object(members)
    if object["exclusiveMinimum"] == .bool(true) { node.minimum?.isExclusive = true }
    if object["exclusiveMaximum"] == .bool(true) { node.maximum?.isExclusive = true }
    if case .array = object["items"], let rest = object["additionalItems"] {
      node.items = Indirect(try self.node(rest, at: "\(path)/additionalItems"))
    }
    if let condition = object["if"] {
      guard hasConditions else { throw SchemaError.unsupportedKeyword("if in a draft that ignores it", path: path) }
      let holds = try self.node(condition, at: "\(path)/if")
      func both(_ condition: SchemaNode, _ branch: JSONValue?, _ keyword: String) throws -> SchemaNode {
        guard let branch else { return condition }
        var result = SchemaNode()
        result.allOf = [condition, try self.node(branch, at: "\(path)/\(keyword)")]
        return result
      }
      if object["then"] != nil || object["else"] != nil {
        var fails = SchemaNode()
        fails.not = [holds]
        let branches = [try both(holds, object["then"], "then"), try both(fails, object["else"], "else")]
        node.allOf.append(SchemaNode(anyOf: branches))
      }
    }
    guard let order = members.first(where: { $0.name == "x-order" })?.value else { return }
    let names = try list(order, "x-order", at: path).map { try text($0, "x-order", at: path) }
    var places: [String: Int] = [:]
    for name in names where places[name] == nil { places[name] = places.count }
    let indexed = node.properties.enumerated().sorted {
      (places[$0.element.name] ?? .max, $0.offset) < (places[$1.element.name] ?? .max, $1.offset)
    }
    node.properties = indexed.map(\.element)
  }

  /// Returns the target of a reference.
  private func target(of reference: String) throws -> JSONValue {
    var value = document
    for token in reference.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let decoded = (String(token).removingPercentEncoding ?? String(token))
        .replacing("~1", with: "/").replacing("~0", with: "~")
      if case .object(let members) = value { try SchemaWork.spend(members.count / 32) }
      if case .array(let elements) = value, let index = Int(decoded), elements.indices.contains(index) {
        value = elements[index]
      } else if let member = value[decoded] {
        value = member
      } else {
        throw SchemaError.undefinedReferences(schema: nil, references: [reference])
      }
    }
    return value
  }

  /// Returns the name of a definition: the last part of the reference, if that is unambiguous.
  private mutating func name(of reference: String) -> String {
    if let name = references[reference] { return name }
    let short = shortName(of: reference)
    let name = names.contains(short) ? reference : short
    references[reference] = name
    names.insert(name)
    return name
  }

  private func shortName(of reference: String) -> String {
    for folder in ["#/$defs/", "#/definitions/"] where reference.hasPrefix(folder) {
      let name = reference.dropFirst(folder.count)
      if !name.contains("/"), !name.contains("~"), !name.contains("%") { return String(name) }
    }
    return reference
  }

  /// The keywords of any draft that restrict values but are not supported: a schema with one of them is rejected.
  private static let refused: Set<String> = [
    "propertyNames", "unevaluatedProperties", "unevaluatedItems", "contains", "minContains", "maxContains",
    "uniqueItems", "multipleOf",
    "contentEncoding", "contentMediaType", "contentSchema", "$dynamicRef", "$recursiveRef", "$anchor",
    "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "extends", "disallow", "divisibleBy",
  ]
}
