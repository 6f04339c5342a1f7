public import Foundation

/// An error in the data of an evaluation.
public enum EvaluationError: LocalizedError, Hashable {
  /// The file is missing or cannot be read.
  case unreadable(path: String)
  /// A line has the wrong format.
  case badLine(path: String, line: Int, expected: String)
  /// No query has a relevant document.
  case noQueries(path: String)
  /// There is no set of questions with answers at this path.
  case noAnswerSet(path: String)
  /// The set has no questions.
  case noQuestions(path: String)
  /// The file cannot be written.
  case unwritable(path: String)
  /// The file has results of another model, encoder, setting or other notes.
  case otherSettings(path: String, there: String, here: String)

  /// A message for the user.
  public var errorDescription: String? {
    switch self {
    case .unreadable(let path):
      "\(path) cannot be read: a set is a folder with corpus.jsonl, queries.jsonl and qrels.tsv"
    case .badLine(let path, let line, let expected): "\(path):\(line): expected \(expected)"
    case .noQueries(let path): "\(path): no query of queries.jsonl has a relevant document in qrels.tsv"
    case .noAnswerSet(let path):
      "\(path) is no set of questions: expected a folder with questions.jsonl, with items.jsonl, or with corpus.jsonl and "
        + "queries.jsonl, or a file of questions about your own notes"
    case .noQuestions(let path): "\(path) has no questions"
    case .unwritable(let path): "\(path) cannot be written: name a file in an existing folder"
    case .otherSettings(let path, let there, let here):
      "\(path) has results of other settings (\(there), now \(here)): name another file"
    }
  }
}
