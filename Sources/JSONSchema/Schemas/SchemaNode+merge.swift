extension SchemaNode {
  /// The allowed types; `number` includes `integer`.
  var allowedTypes: Set<ValueType> {
    guard let types else { return [.null, .boolean, .number, .string, .array, .object] }
    return Set(types.filter { $0 != .integer || !types.contains(.number) })
  }

  /// Whether the schema has only titles and a reference.
  var isPlainReference: Bool {
    guard case .definition = reference else { return false }
    return types == nil && values == nil && minimum == nil && maximum == nil && minLength == nil && maxLength == nil
      && patterns.isEmpty && formats.isEmpty && prefixItems.isEmpty && items == nil && minItems == nil
      && maxItems == nil
      && properties.isEmpty && required.isEmpty && patternProperties.isEmpty && minProperties == nil
      && maxProperties == nil && additionalProperties == nil && anyOf == nil && oneOf == nil && allOf.isEmpty
      && not.isEmpty && excludedPatterns.isEmpty
  }

  /// Returns the schema of values that satisfy both.
  ///
  /// Neither may have `anyOf`, `oneOf`, `allOf`, `not` or a reference.
  func merged(with other: SchemaNode) -> SchemaNode {
    var result = self
    result.title = title ?? other.title
    result.isDefinition = false
    if types != nil || other.types != nil {
      result.types = Self.common(allowedTypes, other.allowedTypes)
    }
    if let values, let others = other.values {
      result.values = values.filter(others.contains)
    } else {
      result.values = values ?? other.values
    }
    result.minimum = [minimum, other.minimum].compactMap(\.self).max(by: Self.isLooserMinimum)
    result.maximum = [maximum, other.maximum].compactMap(\.self).min(by: Self.isTighterMaximum)
    result.minLength = [minLength, other.minLength].compactMap(\.self).max()
    result.maxLength = [maxLength, other.maxLength].compactMap(\.self).min()
    result.patterns += other.patterns.filter { !patterns.contains($0) }
    result.excludedPatterns += other.excludedPatterns.filter { !excludedPatterns.contains($0) }
    result.formats += other.formats.filter { !formats.contains($0) }
    result.minItems = [minItems, other.minItems].compactMap(\.self).max()
    result.maxItems = [maxItems, other.maxItems].compactMap(\.self).min()
    let count = max(prefixItems.count, other.prefixItems.count)
    result.prefixItems = (0..<count).map { Self.both(element($0), other.element($0)) }
    result.items = Self.both(items, other.items)
    let (mine, others) = (PropertySchemas(of: self), PropertySchemas(of: other))
    result.properties = properties.map { property in
      Property(name: property.name, node: Self.both(property.node, others.schema(property.name)))
    }
    let own = Set(properties.map { Array($0.name.utf8) })
    for property in other.properties where !own.contains(Array(property.name.utf8)) {
      let node = Self.both(property.node, mine.schema(property.name))
      result.properties.append(Property(name: property.name, node: node))
    }
    let known = Set(required.map { Array($0.utf8) })
    result.required += other.required.filter { !known.contains(Array($0.utf8)) }
    result.patternProperties += other.patternProperties
    result.minProperties = [minProperties, other.minProperties].compactMap(\.self).max()
    result.maxProperties = [maxProperties, other.maxProperties].compactMap(\.self).min()
    result.additionalProperties = Self.both(additionalProperties, other.additionalProperties)
    return result
  }

  /// Whether both can be merged: a name that matches a pattern of one may be an additional property of the other.
  func canMerge(with other: SchemaNode) -> Bool {
    (patternProperties.isEmpty || other.additionalProperties == nil)
      && (other.patternProperties.isEmpty || additionalProperties == nil)
  }

  /// Returns the schema of the element at an index.
  package func element(_ index: Int) -> SchemaNode? {
    prefixItems.indices.contains(index) ? prefixItems[index] : items?.value
  }

  /// Returns the schema of a property. For those of many, see `PropertySchemas`.
  package func schema(ofProperty name: String) -> SchemaNode? {
    schema(ofProperty: name, own: properties.first { $0.name.isSameText(as: name) }?.node)
  }

  /// Returns the schema of a property, whose own schema is known.
  func schema(ofProperty name: String, own: SchemaNode?) -> SchemaNode? {
    guard SchemaWork.allows(patternProperties.count) else { return nil }
    let matching = patternProperties.filter { PatternCache.automaton(of: $0.name)?.matches(name) == true }
    guard own != nil || !matching.isEmpty else { return additionalProperties?.value }
    return matching.reduce(own) { Self.both($0, $1.node) }
  }

  /// Returns the schema of values that satisfy both, merged lazily.
  static func both(_ left: SchemaNode?, _ right: SchemaNode?) -> SchemaNode {
    switch (left, right) {
    case (let left?, let right?):
      if left.json == right.json { return left }
      var node = SchemaNode()
      node.allOf = [left, right]
      return node
    default: return left ?? right ?? SchemaNode()
    }
  }

  private static func both(_ left: Indirect<SchemaNode>?, _ right: Indirect<SchemaNode>?) -> Indirect<SchemaNode>? {
    left == nil && right == nil ? nil : Indirect(both(left?.value, right?.value))
  }

  private static func common(_ left: Set<ValueType>, _ right: Set<ValueType>) -> [ValueType] {
    var common = left.intersection(right)
    if left.contains(.integer), right.contains(.number) { common.insert(.integer) }
    if right.contains(.integer), left.contains(.number) { common.insert(.integer) }
    return ValueType.allCases.filter(common.contains)
  }

  private static func isLooserMinimum(_ left: Bound, _ right: Bound) -> Bool {
    left.value == right.value ? !left.isExclusive && right.isExclusive : left.value < right.value
  }

  private static func isTighterMaximum(_ left: Bound, _ right: Bound) -> Bool {
    left.value == right.value ? left.isExclusive && !right.isExclusive : left.value < right.value
  }
}
