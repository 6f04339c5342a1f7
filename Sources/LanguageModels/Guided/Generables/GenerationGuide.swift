public import Foundation

/// A constraint on a value, enforced while the model generates it.
public struct GenerationGuide<Value>: Sendable {
  /// Adds the guide to the schema of a value.
  package let apply: @Sendable (inout SchemaNode) -> Void

  fileprivate init(_ apply: @escaping @Sendable (inout SchemaNode) -> Void) { self.apply = apply }

  fileprivate static func atLeast(_ value: GeneratedContent) -> Self {
    Self { node in
      guard case .number(let number) = value.json else { return node.values = [] }
      node.minimum = [node.minimum, SchemaNode.Bound(value: number)].compactMap(\.self).max { $0.value < $1.value }
    }
  }

  fileprivate static func atMost(_ value: GeneratedContent) -> Self {
    Self { node in
      guard case .number(let number) = value.json else { return node.values = [] }
      node.maximum = [node.maximum, SchemaNode.Bound(value: number)].compactMap(\.self).min { $0.value < $1.value }
    }
  }

  fileprivate static func between(_ low: GeneratedContent, _ high: GeneratedContent) -> Self {
    let guides = (atLeast(low), atMost(high))
    return Self { node in
      guides.0.apply(&node)
      guides.1.apply(&node)
    }
  }

  fileprivate static func counts(_ low: Int?, _ high: Int?) -> Self {
    Self { node in
      if let low { node.minItems = max(low, node.minItems ?? 0) }
      if let high { node.maxItems = min(high, node.maxItems ?? .max) }
    }
  }
}

extension GenerationGuide where Value == String {
  /// Exactly this text.
  public static func constant(_ value: String) -> Self { anyOf([value]) }
  /// One of these texts.
  public static func anyOf(_ values: [String]) -> Self {
    Self { node in
      let allowed = values.map { JSONValue.string($0) }
      node.values = node.values.map { $0.filter(allowed.contains) } ?? allowed
    }
  }
  /// Texts that match a regular expression as a whole.
  ///
  /// The syntax is the regular part of ECMA-262: characters, classes, groups, alternatives, repetition and anchors. A
  /// look-ahead or back-reference is rejected with `GenerationSchema.SchemaError.unsupportedPattern` before the model
  /// is asked.
  public static func pattern(_ pattern: String) -> Self { Self { $0.patterns.append("^(?:\(pattern))$") } }
  /// Texts that match a regular expression as a whole.
  ///
  /// Write it as a literal, such as `/[A-Z]{3}-\d+/`, in the syntax of `pattern(_:)`.
  public static func pattern<Output>(_ regex: Regex<Output>) -> Self {
    // A regex that was not written as a literal may have no text: then the schema is refused, like a look-ahead.
    pattern(regex._literalPattern ?? "(?=)")
  }
}

extension GenerationGuide where Value == Int {
  /// At least this number.
  public static func minimum(_ value: Int) -> Self { atLeast(value.generatedContent) }
  /// At most this number.
  public static func maximum(_ value: Int) -> Self { atMost(value.generatedContent) }
  /// A number in this range.
  public static func range(_ range: ClosedRange<Int>) -> Self {
    between(range.lowerBound.generatedContent, range.upperBound.generatedContent)
  }
}

extension GenerationGuide where Value == Double {
  /// At least this number.
  public static func minimum(_ value: Double) -> Self { atLeast(value.generatedContent) }
  /// At most this number.
  public static func maximum(_ value: Double) -> Self { atMost(value.generatedContent) }
  /// A number in this range.
  public static func range(_ range: ClosedRange<Double>) -> Self {
    between(range.lowerBound.generatedContent, range.upperBound.generatedContent)
  }
}

extension GenerationGuide where Value == Float {
  /// At least this number.
  public static func minimum(_ value: Float) -> Self { atLeast(value.generatedContent) }
  /// At most this number.
  public static func maximum(_ value: Float) -> Self { atMost(value.generatedContent) }
  /// A number in this range.
  public static func range(_ range: ClosedRange<Float>) -> Self {
    between(range.lowerBound.generatedContent, range.upperBound.generatedContent)
  }
}

extension GenerationGuide where Value == Decimal {
  /// At least this number.
  public static func minimum(_ value: Decimal) -> Self { atLeast(value.generatedContent) }
  /// At most this number.
  public static func maximum(_ value: Decimal) -> Self { atMost(value.generatedContent) }
  /// A number in this range.
  public static func range(_ range: ClosedRange<Decimal>) -> Self {
    between(range.lowerBound.generatedContent, range.upperBound.generatedContent)
  }
}

extension GenerationGuide {
  /// At least this many elements.
  public static func minimumCount<Element>(_ count: Int) -> Self where Value == [Element] { counts(count, nil) }
  /// At most this many elements.
  public static func maximumCount<Element>(_ count: Int) -> Self where Value == [Element] { counts(nil, count) }
  /// Exactly this many elements.
  public static func count<Element>(_ count: Int) -> Self where Value == [Element] { counts(count, count) }
  /// A number of elements in this range.
  public static func count<Element>(_ range: ClosedRange<Int>) -> Self where Value == [Element] {
    counts(range.lowerBound, range.upperBound)
  }
  /// A guide for each element.
  public static func element<Element>(_ guide: GenerationGuide<Element>) -> Self where Value == [Element] {
    Self { node in
      var items = node.items?.value ?? SchemaNode()
      items = items.inlined
      guide.apply(&items)
      node.items = Indirect(items)
    }
  }
}

/// Guides for a number of elements of any type, for `@Guide`, whose arguments are read apart from the property's type.
extension GenerationGuide where Value == [Never] {
  /// At least this many elements.
  public static func minimumCount(_ count: Int) -> Self { counts(count, nil) }
  /// At most this many elements.
  public static func maximumCount(_ count: Int) -> Self { counts(nil, count) }
  /// Exactly this many elements.
  public static func count(_ count: Int) -> Self { counts(count, count) }
  /// A number of elements in this range.
  public static func count(_ range: ClosedRange<Int>) -> Self { counts(range.lowerBound, range.upperBound) }
}

extension SchemaNode {
  /// The schema itself instead of a reference, if its type has no name, so that guides can be added to it.
  var inlined: SchemaNode {
    guard case .type(let type) = reference, var node = try? type.schema(), !node.isDefinition else { return self }
    node.description = description ?? node.description
    return node
  }
}
