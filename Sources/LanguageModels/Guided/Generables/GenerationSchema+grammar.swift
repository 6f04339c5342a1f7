public import Foundation

extension GenerationSchema {
  /// The schema as a grammar in llama.cpp's notation (GBNF), for a `LanguageModelRequest`.
  ///
  /// It allows the JSON of a value that satisfies the schema, on one line, with the declared properties in order and no
  /// others, unless none are declared. Numbers have at most 18 digits before the point and 16 after it, beyond those of
  /// a limit. Throws `SchemaError` for what cannot be expressed.
  public func grammar() throws -> String { try SchemaGrammar.grammar(of: ResolvedSchema(self)).text }

  /// Content that a schema does not allow: where, what was expected and what was found.
  public struct ValidationError: Error, Hashable, LocalizedError {
    /// The place, as `$.people[2].name`.
    public let path: String
    /// What should be there.
    public let expected: String
    /// The JSON that is there.
    public let found: String

    /// What is wrong and where.
    public var errorDescription: String? {
      "the content at \(path) should be \(expected), and is \(found.count > 80 ? found.prefix(80) + "…" : found)"
    }
  }

  /// Validates content as JSON Schema, draft 2020-12, defines it; throws `ValidationError` for the first mismatch.
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
