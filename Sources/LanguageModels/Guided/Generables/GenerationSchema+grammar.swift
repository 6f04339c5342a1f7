public import Foundation

extension GenerationSchema {
  /// Returns the schema as a grammar in llama.cpp's notation (GBNF), for a `LanguageModelRequest`.
  ///
  /// It allows the JSON of a value that satisfies the schema, on one line, with the declared properties in order and no
  /// others, unless none are declared. Numbers have at most 18 digits before the point and 16 after it, or more if the
  /// minimum or maximum has more. Throws `SchemaError` if the schema cannot be expressed.
  public func grammar() throws -> String { try SchemaGrammar.grammar(of: ResolvedSchema(self)).text }

  /// A mismatch of content and schema: where, what was expected and what was found.
  public struct ValidationError: Error, Hashable, LocalizedError {
    /// The place, such as `$.people[2].name`.
    public let path: String
    /// What was expected.
    public let expected: String
    /// The JSON that was found.
    public let found: String

    /// A message for the user.
    public var errorDescription: String? {
      "the content at \(path) should be \(expected), but is \(found.count > 80 ? found.prefix(80) + "…" : found)"
    }
  }

  /// Validates content by JSON Schema, draft 2020-12. Throws `ValidationError` for the first mismatch.
  public func validate(_ content: GeneratedContent) throws {
    guard content.isComplete else {
      throw ValidationError(path: "$", expected: "finished", found: content.jsonString)
    }
    let validator = SchemaValidator(try ResolvedSchema(self))
    if let violation = validator.firstViolation(of: content.json) {
      throw ValidationError(path: violation.path, expected: violation.expected, found: violation.found.text)
    }
  }
}
