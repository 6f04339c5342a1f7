public import Foundation

extension Bool: Generable {
  /// True or false.
  public static var generationSchema: GenerationSchema { GenerationSchema(SchemaNode(types: [.boolean])) }

  /// Reads `true` or `false`.
  public init(_ content: GeneratedContent) throws {
    guard case .bool(let value) = content.json else { throw content.mismatch("true or false") }
    self = value
  }

  /// `true` or `false`.
  public var generatedContent: GeneratedContent { GeneratedContent(.bool(self)) }
}

extension String: Generable {
  /// Any text.
  public static var generationSchema: GenerationSchema { GenerationSchema(SchemaNode(types: [.string])) }

  /// Reads text, complete or not.
  public init(_ content: GeneratedContent) throws {
    guard case .string(let value) = content.json else { throw content.mismatch("a string") }
    self = value
  }

  /// The text.
  public var generatedContent: GeneratedContent { GeneratedContent(.string(self)) }
}

extension Int: Generable {
  /// Any integer.
  public static var generationSchema: GenerationSchema { GenerationSchema(SchemaNode(types: [.integer])) }

  /// Reads an integer; `3.0` is one.
  public init(_ content: GeneratedContent) throws {
    guard let value = try content.number("a whole number").integer else { throw content.mismatch("a whole number") }
    self = value
  }

  /// The number.
  public var generatedContent: GeneratedContent { GeneratedContent(.number(JSONNumber(self))) }
}

extension Double: Generable {
  /// Any number.
  public static var generationSchema: GenerationSchema { GenerationSchema(SchemaNode(types: [.number])) }

  /// Reads a number, rounded to the nearest double.
  public init(_ content: GeneratedContent) throws {
    self = try content.number("a number").double
    guard isFinite else { throw content.mismatch("a number within the range of Double") }
  }

  /// The number; null if it is infinite or NaN, since JSON has neither.
  public var generatedContent: GeneratedContent {
    GeneratedContent(isFinite ? JSONNumber(description).map(JSONValue.number) ?? .null : .null)
  }
}

extension Float: Generable {
  /// Any number.
  public static var generationSchema: GenerationSchema { GenerationSchema(SchemaNode(types: [.number])) }

  /// Reads a number, rounded to the nearest float.
  public init(_ content: GeneratedContent) throws {
    guard let value = Float(try content.number("a number").literal), value.isFinite else {
      throw content.mismatch("a number within the range of Float")
    }
    self = value
  }

  /// The number; null if it is infinite or NaN, since JSON has neither.
  public var generatedContent: GeneratedContent {
    GeneratedContent(isFinite ? JSONNumber(description).map(JSONValue.number) ?? .null : .null)
  }
}

extension Decimal: Generable {
  /// Any number.
  public static var generationSchema: GenerationSchema { GenerationSchema(SchemaNode(types: [.number])) }

  /// Reads a number in decimal, without binary rounding.
  public init(_ content: GeneratedContent) throws {
    let literal = try content.number("a number").literal
    guard let value = Decimal(string: literal, locale: Locale(identifier: "en_US_POSIX")), value.isFinite else {
      throw content.mismatch("a number within the range of Decimal")
    }
    self = value
  }

  /// The number in decimal, without binary rounding.
  public var generatedContent: GeneratedContent {
    GeneratedContent(JSONNumber(description).map(JSONValue.number) ?? .null)
  }
}

extension Array: ConvertibleToGeneratedContent where Element: ConvertibleToGeneratedContent {
  /// The elements in order.
  public var generatedContent: GeneratedContent { GeneratedContent(.array(map(\.generatedContent.json))) }
}

extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
  /// Reads the elements in order. If the last one is too unfinished to be read, it is left out.
  public init(_ content: GeneratedContent) throws {
    guard case .array(let elements) = content.kind else { throw content.mismatch("an array") }
    self = try elements.compactMap { $0.isComplete ? try Element($0) : try? Element($0) }
  }
}

extension Array: Generable where Element: Generable {
  /// The elements that have begun.
  public typealias PartiallyGenerated = [Element.PartiallyGenerated]

  /// Any number of elements.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(
      SchemaNode(types: [.array], items: Indirect(SchemaNode(reference: .type(SchemaType(Element.self))))))
  }

  /// Returns each element as a partially generated one.
  public func asPartiallyGenerated() -> [Element.PartiallyGenerated] { map { $0.asPartiallyGenerated() } }
}

extension Optional: ConvertibleToGeneratedContent where Wrapped: ConvertibleToGeneratedContent {
  /// The value, or null.
  public var generatedContent: GeneratedContent { self?.generatedContent ?? GeneratedContent(.null) }
}

extension Optional where Wrapped: Generable {
  /// The value while it is being generated.
  public typealias PartiallyGenerated = Wrapped.PartiallyGenerated

  /// Returns the value as a partially generated one.
  public func asPartiallyGenerated() -> Wrapped.PartiallyGenerated? { self?.asPartiallyGenerated() }
}

extension Never: Generable {
  /// Nothing.
  public static var generationSchema: GenerationSchema { GenerationSchema(SchemaNode(values: [])) }

  /// Throws.
  public init(_ content: GeneratedContent) throws { throw content.mismatch("nothing at all") }

  /// Never called.
  public var generatedContent: GeneratedContent { switch self {} }
}

extension GeneratedContent: Generable {
  /// Any value.
  public static var generationSchema: GenerationSchema { GenerationSchema(SchemaNode()) }

  /// The content as it is.
  public init(_ content: GeneratedContent) throws { self = content }

  /// The content as it is.
  public var generatedContent: GeneratedContent { self }

  fileprivate func number(_ expected: String) throws -> JSONNumber {
    guard case .number(let number) = json else { throw mismatch(expected) }
    return number
  }
}
