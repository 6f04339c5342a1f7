public import Foundation

/// An error in the data of an evaluation.
public enum EvaluationError: LocalizedError, Hashable {
  /// The file is missing or cannot be read.
  case unreadable(path: String)
  /// A line has the wrong format.
  case badLine(path: String, line: Int, expected: String)
  /// No query has a relevant document.
  case noQueries(path: String)

  /// A message for the user.
  public var errorDescription: String? {
    switch self {
    case .unreadable(let path):
      "\(path) cannot be read: a set is a folder with corpus.jsonl, queries.jsonl and qrels.tsv"
    case .badLine(let path, let line, let expected): "\(path):\(line): expected \(expected)"
    case .noQueries(let path): "\(path): no query of queries.jsonl has a relevant document in qrels.tsv"
    }
  }
}
