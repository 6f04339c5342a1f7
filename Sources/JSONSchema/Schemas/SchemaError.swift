public import Foundation

/// Why a schema cannot be used: nothing in it is ignored or only partly enforced.
public enum SchemaError: Error, Hashable, LocalizedError {
  /// Two schemas have the same name.
  case duplicateType(schema: String?, type: String)
  /// Two properties have the same name.
  case duplicateProperty(schema: String, property: String)
  /// There are no choices.
  case emptyTypeChoices(schema: String)
  /// The schema refers to names that are not defined.
  case undefinedReferences(schema: String?, references: [String])
  /// A keyword of JSON Schema is not supported; `path` is where it occurs.
  case unsupportedKeyword(String, path: String)
  /// A keyword's value is not valid in JSON Schema.
  case invalidKeyword(String, path: String, expected: String)
  /// A pattern contains something that no grammar can express.
  case unsupportedPattern(String, reason: String, path: String)
  /// Keywords that are supported alone are combined in a way that no grammar can express.
  case unsupportedCombination(String, path: String)
  /// No value can satisfy the schema.
  case unsatisfiable(path: String)
  /// The schema takes too much work.
  case tooLarge
  /// The text is not JSON.
  case invalidJSON(reason: String)

  /// A message for the user.
  public var errorDescription: String? {
    switch self {
    case .duplicateType(let schema, let type):
      "\(Self.name(schema)) has two types called \(type): rename one"
    case .duplicateProperty(let schema, let property):
      "\(Self.name(schema)) has two properties called \(property): rename one"
    case .emptyTypeChoices(let schema):
      "\(Self.name(schema)) has nothing to choose from: give anyOf at least one choice"
    case .undefinedReferences(let schema, let references):
      "\(Self.name(schema)) refers to \(references.joined(separator: ", ")), which is not defined: add it"
    case .unsupportedKeyword(let keyword, let path):
      "the schema at \(path) uses \(keyword), which is not supported: leave it out"
    case .invalidKeyword(let keyword, let path, let expected):
      "the schema at \(path) has a \(keyword) that is not \(expected)"
    case .unsupportedPattern(let pattern, let reason, let path):
      "the schema at \(path) has the pattern \(pattern), which cannot be enforced: \(reason)"
    case .unsupportedCombination(let keywords, let path):
      "the schema at \(path) combines \(keywords), which cannot be enforced together: leave one out"
    case .unsatisfiable(let path):
      "the schema at \(path) allows no value: relax its limits"
    case .tooLarge:
      "the schema is too large, or refers to its parts too often: leave out what an answer does not need"
    case .invalidJSON(let reason):
      "the schema is not JSON: \(reason)"
    }
  }

  private static func name(_ schema: String?) -> String { schema.map { "the schema \($0)" } ?? "the schema" }

  /// Returns the error for a name that occurs twice, if any.
  package static func duplicate(in names: [String], of schema: String) -> SchemaError? {
    var seen: Set<String> = []
    return names.first { !seen.insert($0).inserted }.map { .duplicateProperty(schema: schema, property: $0) }
  }
}
