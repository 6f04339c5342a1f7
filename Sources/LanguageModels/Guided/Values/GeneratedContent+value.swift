public import Foundation

extension GeneratedContent {
  /// A mismatch of content and expected value.
  public struct ParsingError: Error, LocalizedError {
    /// The content as text.
    public var rawContent: String
    /// The error that caused this one.
    public var underlyingError: (any Error)?
    /// What was expected and what was found.
    public var debugDescription: String

    /// Creates an error.
    public init(rawContent: String, underlyingError: (any Error)? = nil, debugDescription: String) {
      self.rawContent = rawContent
      self.underlyingError = underlyingError
      self.debugDescription = debugDescription
    }

    /// What was expected, and the beginning of what was found.
    public var errorDescription: String? {
      "\(debugDescription): \(rawContent.count > 80 ? rawContent.prefix(80) + "…" : rawContent)"
    }
  }

  /// Returns the content as a value. Throws `ParsingError` if it does not match.
  public func value<Value: ConvertibleFromGeneratedContent>(_ type: Value.Type = Value.self) throws -> Value {
    try Value(self)
  }

  /// Returns a property as a value. Throws `ParsingError` if it is missing or does not match.
  public func value<Value: ConvertibleFromGeneratedContent>(
    _ type: Value.Type = Value.self, forProperty property: String
  ) throws -> Value {
    guard let content = try content(ofProperty: property) else {
      throw ParsingError(rawContent: jsonString, debugDescription: "the property \(property) is missing")
    }
    return try Self.named(property) { try Value(content) }
  }

  /// Returns a property as a value, or `nil` if it is missing, null, or too unfinished to be read.
  ///
  /// Throws `ParsingError` if it does not match.
  public func value<Value: ConvertibleFromGeneratedContent>(
    _ type: Value?.Type = Value?.self, forProperty property: String
  ) throws -> Value? {
    guard let content = try content(ofProperty: property), content.json != .null else { return nil }
    guard content.isComplete else { return try? Value(content) }
    return try Self.named(property) { try Value(content) }
  }

  private func content(ofProperty property: String) throws -> GeneratedContent? {
    guard case .object(let members) = json else { throw mismatch("an object with the property \(property)") }
    guard let index = members.firstIndex(where: { $0.name.isSameText(as: property) }) else { return nil }
    return child(of: members, at: index)
  }

  private static func named<Value>(_ property: String, _ read: () throws -> Value) throws -> Value {
    do {
      return try read()
    } catch var error as ParsingError {
      error.debugDescription = "in \(property): \(error.debugDescription)"
      throw error
    }
  }

  /// Returns the error for content that should be `expected`.
  package func mismatch(_ expected: String) -> ParsingError {
    ParsingError(rawContent: jsonString, debugDescription: "the content should be \(expected)")
  }
}
