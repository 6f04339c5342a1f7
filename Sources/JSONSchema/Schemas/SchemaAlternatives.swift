import Synchronization

/// Splits a schema into alternatives without `anyOf`, `allOf`, `oneOf`, `not` and `$ref`, so that each becomes a rule.
package struct SchemaAlternatives {
  let schema: ResolvedSchema
  /// The alternatives of definitions, each found once however often it is referred to.
  private let known = Known()

  package init(_ schema: ResolvedSchema) { self.schema = schema }

  private final class Known: Sendable {
    let alternatives = Mutex<[String: [SchemaNode]]>([:])
  }

  /// The maximum number of alternatives: with more, the grammar would be larger than the window.
  static let most = 256
  /// The most definitions that lead from one to the next before there is a value: the stack ends, too.
  static let longestChain = 100

  /// Returns the alternatives of a schema: a value satisfies it if it satisfies one of them.
  package func alternatives(of node: SchemaNode, at path: String) throws -> [SchemaNode] {
    try alternatives(of: node, at: path, within: [])
  }

  func alternatives(of node: SchemaNode, at path: String, within names: [String]) throws -> [SchemaNode] {
    try SchemaWork.spend(1 + node.properties.count)
    var own = node
    own.anyOf = nil
    own.oneOf = nil
    own.allOf = []
    own.not = []
    own.reference = nil
    var result = [own]
    if case .definition(let name) = node.reference {
      result = try product(result, alternatives(ofDefinition: name, at: path, within: names), "$ref", path)
    }
    for part in node.allOf {
      result = try product(result, alternatives(of: part, at: path, within: names), "allOf", path)
    }
    if let anyOf = node.anyOf {
      let choices = try anyOf.flatMap { try alternatives(of: $0, at: path, within: names) }
      result = try product(result, choices, "anyOf", path)
    }
    if let oneOf = node.oneOf {
      let branches = try oneOf.map { try alternatives(of: $0, at: path, within: names) }
      if try areDisjoint(branches, within: result, at: path) {
        result = try product(result, branches.flatMap(\.self), "oneOf", path)
      } else {
        result = try branches.indices.flatMap { index in
          try oneOf.enumerated().filter { $0.offset != index }.reduce(
            product(result, branches[index], "oneOf", path)
          ) {
            try product($0, complement(of: $1.element, at: path, within: names), "oneOf", path)
          }
        }
        guard result.count <= Self.most else { throw SchemaError.unsupportedCombination("oneOf", path: path) }
      }
    }
    for part in node.not {
      result = try product(result, complement(of: part, at: path, within: names), "not", path)
    }
    return result.filter { !isEmpty($0, depth: Self.deepest) }
  }

  private func alternatives(
    ofDefinition name: String, at path: String, within names: [String]
  ) throws -> [SchemaNode] {
    guard !names.contains(name) else { throw SchemaError.unsatisfiable(path: path) }
    guard names.count < Self.longestChain else { throw SchemaError.tooLarge }
    if let found = known.alternatives.withLock({ $0[name] }) { return found }
    // Found without an error, they do not lead back to any definition, so `names` makes no difference to them.
    let found = try alternatives(of: schema[name], at: path, within: names + [name])
    known.alternatives.withLock { $0[name] = found }
    return found
  }

  func product(
    _ left: [SchemaNode], _ right: [SchemaNode], _ keyword: String, _ path: String
  ) throws -> [SchemaNode] {
    guard left.count * right.count <= Self.most else { throw SchemaError.unsupportedCombination(keyword, path: path) }
    return try left.flatMap { first in try right.map { try merged(first, $0, at: path) } }
      .filter { !isEmpty($0, depth: Self.deepest) }
  }

  private func merged(_ left: SchemaNode, _ right: SchemaNode, at path: String) throws -> SchemaNode {
    guard left.canMerge(with: right) else {
      throw SchemaError.unsupportedCombination("patternProperties and additionalProperties of two schemas", path: path)
    }
    try SchemaWork.spend(((left.values?.count ?? 0) * (right.values?.count ?? 0)) / 16)
    let both = left.merged(with: right)
    try SchemaWork.spend(both.size())
    return both
  }

  /// Whether no value satisfies two branches: a grammar allows every branch, so such a value would pass though invalid.
  private func areDisjoint(
    _ branches: [[SchemaNode]], within context: [SchemaNode], at path: String
  ) throws -> Bool {
    for (index, branch) in branches.enumerated() {
      for other in branches[(index + 1)...] {
        for (left, right) in branch.flatMap({ left in other.map { (left, $0) } }) {
          let both = try merged(left, right, at: path)
          guard try context.allSatisfy({ isEmpty(try merged($0, both, at: path), depth: 0) }) else { return false }
        }
      }
    }
    return true
  }

  /// The depth to which objects and arrays are searched for required values that cannot exist.
  private static let deepest = 3

  /// Whether it is evident, at a nesting `depth`, that no value satisfies an alternative.
  private func isEmpty(_ node: SchemaNode, depth: Int) -> Bool {
    // Whether there were too many is asked where the next schemas are merged.
    guard SchemaWork.allows(1 + (node.values?.count ?? 0)) else { return false }
    if let values = node.values {
      return !values.contains { SchemaValidator(schema).firstViolation(of: $0, node) == nil }
    }
    return node.allowedTypes.allSatisfy { isEmpty(node, of: $0, depth: depth) }
  }

  private func isEmpty(_ node: SchemaNode, of type: SchemaNode.ValueType, depth: Int) -> Bool {
    switch type {
    case .null, .boolean: return false
    case .string: return node.maxLength.map { $0 < node.minLength ?? 0 } ?? false
    case .integer, .number:
      guard let low = node.minimum, let high = node.maximum else { return false }
      return high.value < low.value || (high.value == low.value && (low.isExclusive || high.isExclusive))
    case .array:
      if let high = node.maxItems, high < node.minItems ?? 0 { return true }
      return (0..<min(node.minItems ?? 0, node.prefixItems.count + 1)).contains {
        node.element($0).map { isEmptyWithin($0, depth) } ?? false
      }
    case .object:
      if let high = node.maxProperties, high < max(node.minProperties ?? 0, Set(node.required).count) { return true }
      return node.required.contains { name in
        node.schema(ofProperty: name).map { isEmptyWithin($0, depth) } ?? false
      }
    }
  }

  private func isEmptyWithin(_ node: SchemaNode, _ depth: Int) -> Bool {
    guard depth < Self.deepest else { return false }
    guard let parts = try? alternatives(of: node, at: "", within: []) else { return false }
    return parts.allSatisfy { isEmpty($0, depth: depth + 1) }
  }
}
