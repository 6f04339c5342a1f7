public import Foundation
import VectorStore

/// An error in a query's operators.
public enum SearchQueryError: LocalizedError, Hashable {
  /// The value is not a date. `prefix` is the operator before it, `after:` or `before:`, and empty if there is none.
  case badDate(prefix: String, value: String)

  /// The value is not a date in words. `prefix` is the operator before it, `when:`, and empty if there is none.
  case badDays(prefix: String, value: String)

  /// The value is not a condition on front matter. `prefix` is the operator before it, `where:`, and empty if there is
  /// none.
  case badCondition(prefix: String, value: String)

  /// Nothing follows the operator.
  case noValue(prefix: String)

  /// One line that names the value and what was expected.
  public var errorDescription: String? {
    switch self {
    case .badCondition(let prefix, let value):
      "\(prefix)\(value): expected a key alone, or a key, one of \(PropertyCondition.signs), and a value, as in status=done"
        + (prefix.isEmpty ? "" : "; to look for these words, put them in quotes")
    case .noValue(let prefix):
      "\(prefix) needs a value right after the colon, as in \(Self.example(of: prefix)); to look for this word, put it in "
        + "quotes"
    case .badDays(let prefix, let value):
      "\(prefix)\(value): expected a date or a time in words (2025, 2025-03, 2025-03-14, \"last March\", \"two weeks ago\")"
        + (prefix.isEmpty ? "" : "; to look for these words, put them in quotes")
    case .badDate(let prefix, let value):
      "\(prefix)\(value): expected a date (2026, 2026-05, 2026-05-03), a time before now (7d, 2w, 3m, 1y) or one in words "
        + "(yesterday, \"last week\")"
        + (prefix.isEmpty ? "" : "; to look for these words, put them in quotes")
    }
  }

  private static func example(of prefix: String) -> String {
    switch prefix {
    case "tag:": "tag:work"
    case "where:": "where:status=done"
    default: "when:2025-03"
    }
  }
}
