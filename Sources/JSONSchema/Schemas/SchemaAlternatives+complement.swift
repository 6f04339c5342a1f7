extension SchemaAlternatives {
  /// Returns the alternatives for values that do not satisfy a schema: those that violate one of its keywords.
  ///
  /// Throws for keywords whose violation cannot be expressed without `not`.
  func complement(of node: SchemaNode, at path: String, within names: [String]) throws -> [SchemaNode] {
    try SchemaWork.spend(node.size())
    var result: [SchemaNode] = []
    if case .definition(let name) = node.reference {
      guard !names.contains(name) else { throw SchemaError.unsatisfiable(path: path) }
      guard names.count < Self.longestChain else { throw SchemaError.tooLarge }
      result += try complement(of: schema[name], at: path, within: names + [name])
    }
    for part in node.allOf { result += try complement(of: part, at: path, within: names) }
    for part in node.not { result += try alternatives(of: part, at: path, within: names) }
    if let anyOf = node.anyOf {
      result += try anyOf.reduce([SchemaNode()]) {
        try product($0, complement(of: $1, at: path, within: names), "not", path)
      }
    }
    if node.oneOf != nil { throw SchemaError.unsupportedCombination("not and oneOf", path: path) }
    result += try complementOfTypesAndValues(node, at: path)
    result += try complementOfLimits(node, at: path)
    result += try complementOfParts(node, at: path)
    guard result.count <= Self.most else { throw SchemaError.unsupportedCombination("not", path: path) }
    return result
  }

  private func complementOfTypesAndValues(_ node: SchemaNode, at path: String) throws -> [SchemaNode] {
    var result: [SchemaNode] = []
    if node.types != nil {
      let types = node.allowedTypes
      guard !types.contains(.integer) else { throw SchemaError.unsupportedCombination("not and integer", path: path) }
      result.append(
        SchemaNode(types: SchemaNode().allowedTypes.subtracting(types).sorted { $0.rawValue < $1.rawValue }))
    }
    guard let values = node.values else { return result }
    var texts: [String] = []
    var numbers: [JSONNumber] = []
    for value in values {
      switch value {
      case .null, .bool: break
      case .string(let text): texts.append(text)
      case .number(let number): numbers.append(number)
      case .array, .object: throw SchemaError.unsupportedCombination("not and arrays or objects", path: path)
      }
    }
    result.append(SchemaNode(types: [.array, .object]))
    if !values.contains(.null) { result.append(SchemaNode(types: [.null])) }
    result.append(SchemaNode(values: [.bool(true), .bool(false)].filter { !values.contains($0) }))
    var text = SchemaNode(types: [.string])
    text.excludedPatterns = texts.map { "^\(Self.escaped($0))$" }
    result.append(text)
    // The ranges between the excluded numbers.
    var low: SchemaNode.Bound?
    for number in numbers.sorted() {
      let bound = SchemaNode.Bound(value: number, isExclusive: true)
      var range = SchemaNode(types: [.number])
      (range.minimum, range.maximum) = (low, bound)
      result.append(range)
      low = bound
    }
    var range = SchemaNode(types: [.number])
    range.minimum = low
    result.append(range)
    return result
  }

  /// Returns a pattern that matches only this text.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      CodePoints.word.contains(scalar.value) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }.joined()
  }

  private func complementOfLimits(_ node: SchemaNode, at path: String) throws -> [SchemaNode] {
    var result: [SchemaNode] = []
    func add(_ type: SchemaNode.ValueType, _ change: (inout SchemaNode) -> Void) {
      var violated = SchemaNode(types: [type])
      change(&violated)
      result.append(violated)
    }
    if let low = node.minimum { add(.number) { $0.maximum = .init(value: low.value, isExclusive: !low.isExclusive) } }
    if let high = node.maximum {
      add(.number) { $0.minimum = .init(value: high.value, isExclusive: !high.isExclusive) }
    }
    if let low = node.minLength, low > 0 { add(.string) { $0.maxLength = low - 1 } }
    if let high = node.maxLength { add(.string) { $0.minLength = high + 1 } }
    if let low = node.minItems, low > 0 { add(.array) { $0.maxItems = low - 1 } }
    if let high = node.maxItems { add(.array) { $0.minItems = high + 1 } }
    if let low = node.minProperties, low > 0 { add(.object) { $0.maxProperties = low - 1 } }
    if let high = node.maxProperties { add(.object) { $0.minProperties = high + 1 } }
    for pattern in node.patterns { add(.string) { $0.excludedPatterns = [pattern] } }
    for pattern in node.excludedPatterns { add(.string) { $0.patterns = [pattern] } }
    guard node.formats.isEmpty else { throw SchemaError.unsupportedCombination("not and format", path: path) }
    return result
  }

  private func complementOfParts(_ node: SchemaNode, at path: String) throws -> [SchemaNode] {
    let rest = [node.items?.value, node.additionalProperties?.value].compactMap(\.self) + node.prefixItems
    guard rest.allSatisfy(\.allowsAnything), node.patternProperties.allSatisfy(\.node.allowsAnything) else {
      throw SchemaError.unsupportedCombination("not and schemas of elements or additional properties", path: path)
    }
    var result: [SchemaNode] = []
    for property in node.properties where !property.node.allowsAnything {
      var violated = SchemaNode(types: [.object])
      var other = SchemaNode()
      other.not = [property.node]
      violated.required = [property.name]
      violated.properties = [.init(name: property.name, node: other)]
      result.append(violated)
    }
    for name in node.required {
      var violated = SchemaNode(types: [.object])
      violated.properties = [.init(name: name, node: .nothing)]
      result.append(violated)
    }
    return result
  }
}

extension SchemaNode {
  /// Whether no value violates the schema.
  fileprivate var allowsAnything: Bool {
    var bare = self
    (bare.title, bare.description) = (nil, nil)
    return bare.json == .object([])
  }
}
