/// Validates values against a schema as defined by JSON Schema, draft 2020-12.
package struct SchemaValidator {
  /// A violation of the schema.
  package struct Violation: Error {
    /// The place, such as `$.people[2].name`.
    package var path: String
    package var expected: String
    package var found: JSONValue
  }

  private let schema: ResolvedSchema

  package init(_ schema: ResolvedSchema) { self.schema = schema }

  /// Returns the first violation; `nil` if the value satisfies the schema.
  package func firstViolation(of value: JSONValue) -> Violation? { firstViolation(of: value, schema.root) }

  package func firstViolation(of value: JSONValue, _ node: SchemaNode) -> Violation? {
    firstViolation(of: value, node, "$", Visit())
  }

  /// What is known of one value and its parts, however often schemas lead to it.
  private final class Visit {
    /// By the names of definitions.
    var violations: [String: Violation?] = [:]
    private var parts: [Int: Visit] = [:]

    func part(_ index: Int) -> Visit {
      if let known = parts[index] { return known }
      let part = Visit()
      parts[index] = part
      return part
    }
  }

  private func firstViolation(
    of value: JSONValue, _ node: SchemaNode, _ path: String, _ visit: Visit
  ) -> Violation? {
    do throws(Violation) {
      try check(value, node, path, visit)
      return nil
    } catch { return error }
  }

  private func check(_ value: JSONValue, _ node: SchemaNode, _ path: String, _ visit: Visit) throws(Violation) {
    if case .definition(let name) = node.reference {
      if visit.violations[name] == nil {
        // A definition that leads back to itself adds nothing.
        visit.violations[name] = .some(nil)
        visit.violations[name] = firstViolation(of: value, schema[name], path, visit)
      }
      if let violation = visit.violations[name] ?? nil { throw violation }
    }
    func require(_ condition: Bool, _ expected: @autoclosure () -> String) throws(Violation) {
      guard condition else { throw Violation(path: path, expected: expected(), found: value) }
    }
    if let types = node.types {
      try require(types.contains { value.isOf($0) }, types.map(\.rawValue).joined(separator: " or "))
    }
    if let values = node.values {
      try require(values.contains(value), "one of \(values.map(\.text).joined(separator: ", "))")
    }
    switch value {
    case .number(let number):
      if let low = node.minimum {
        try require(low.value < number || low.value == number && !low.isExclusive, "at least \(low.value.literal)")
      }
      if let high = node.maximum {
        try require(number < high.value || high.value == number && !high.isExclusive, "at most \(high.value.literal)")
      }
    case .string(let text):
      let length = text.unicodeScalars.count
      if let low = node.minLength { try require(length >= low, "\(low) characters or more") }
      if let high = node.maxLength { try require(length <= high, "\(high) characters or fewer") }
      for pattern in node.patterns {
        try require(PatternCache.automaton(of: pattern)?.matches(text) == true, "a string that matches \(pattern)")
      }
      for pattern in node.excludedPatterns {
        try require(
          PatternCache.automaton(of: pattern)?.matches(text) == false, "a string that does not match \(pattern)")
      }
      for format in node.formats { try require(TextFormat.allows(text, format), "a string of the format \(format)") }
    case .array(let elements):
      if let low = node.minItems { try require(elements.count >= low, "\(low) elements or more") }
      if let high = node.maxItems { try require(elements.count <= high, "\(high) elements or fewer") }
      for (index, element) in elements.enumerated() {
        if let item = node.element(index) { try check(element, item, "\(path)[\(index)]", visit.part(index)) }
      }
    case .object(let members):
      if let low = node.minProperties { try require(members.count >= low, "\(low) properties or more") }
      if let high = node.maxProperties { try require(members.count <= high, "\(high) properties or fewer") }
      let names = node.required.isEmpty ? [] : Set(members.map { Array($0.name.utf8) })
      for name in node.required {
        try require(names.contains(Array(name.utf8)), "an object with the property \(name)")
      }
      let properties = PropertySchemas(of: node)
      for (index, member) in members.enumerated() {
        if let property = properties.schema(member.name) {
          try check(member.value, property, "\(path).\(member.name)", visit.part(index))
        }
      }
    case .null, .bool: break
    }
    for part in node.allOf { try check(value, part, path, visit) }
    for part in node.not {
      try require(
        firstViolation(of: value, part, path, visit) != nil, #"a value that does not match the schema under "not""#)
    }
    if let anyOf = node.anyOf {
      try require(anyOf.contains { firstViolation(of: value, $0, path, visit) == nil }, "one of \(anyOf.count) forms")
    }
    if let oneOf = node.oneOf {
      let count = oneOf.count { firstViolation(of: value, $0, path, visit) == nil }
      try require(count == 1, "exactly one of \(oneOf.count) forms")
    }
  }
}

extension JSONValue {
  fileprivate func isOf(_ type: SchemaNode.ValueType) -> Bool {
    switch (self, type) {
    case (.null, .null), (.bool, .boolean), (.number, .number), (.string, .string), (.array, .array),
      (.object, .object):
      true
    case (.number(let number), .integer): number.isInteger
    default: false
    }
  }
}
