public import Foundation

/// An error in a query's operators.
public enum SearchQueryError: LocalizedError, Hashable {
  /// The value is not a date. `prefix` is the operator before it, `after:` or `before:`, and empty if there is none.
  case badDate(prefix: String, value: String)

  /// The value is not a date in words. `prefix` is the operator before it, `when:`, and empty if there is none.
  case badDays(prefix: String, value: String)

  /// One line that names the value and what was expected.
  public var errorDescription: String? {
    switch self {
    case .badDays(let prefix, let value):
      "\(prefix)\(value): expected a date or a time in words (2025, 2025-03, 2025-03-14, \"last March\", \"two weeks ago\")"
        + (prefix.isEmpty ? "" : "; to look for these words, put them in quotes")
    case .badDate(let prefix, let value):
      "\(prefix)\(value): expected a date (2026, 2026-05, 2026-05-03) or a time before now (7d, 2w, 3m, 1y)"
        + (prefix.isEmpty ? "" : "; to look for these words, put them in quotes")
    }
  }
}
