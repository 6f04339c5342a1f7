public import Foundation

/// An error in the files of an encoder or a reranker, or in what it returns.
public enum EmbeddingError: LocalizedError, Hashable {
  /// The file is missing or cannot be read.
  case unreadable(path: String, reason: String)
  /// The file is truncated or inconsistent.
  case damaged(path: String, reason: String)
  /// A tensor is missing, or does not match the configuration.
  case unexpectedTensor(path: String, name: String, expected: String, found: String)
  /// The model is of an unsupported kind.
  case unsupported(path: String, expected: String, found: String)
  /// The encoder returned a different number of vectors than it was given texts.
  case wrongCount(encoder: String, expected: Int, found: Int)
  /// The folder contains a reranker.
  case notAnEncoder(path: String)
  /// The folder contains an encoder, or a classifier with several labels.
  case notAReranker(path: String, reason: String)
  /// The reranker returned a different number of scores than it was given texts.
  case wrongScoreCount(reranker: String, expected: Int, found: Int)

  /// One line that names the file and what was expected.
  public var errorDescription: String? {
    switch self {
    case .unreadable(let path, let reason):
      "\(path) cannot be read (\(reason))"
    case .damaged(let path, let reason):
      "\(path) is damaged (\(reason))"
    case .unexpectedTensor(let path, let name, let expected, let found):
      "\(path): expected \(name) of \(expected), found \(found): use a BERT model like all-MiniLM-L6-v2"
    case .unsupported(let path, let expected, let found):
      "\(path): expected \(expected), found \(found): use a BERT model like all-MiniLM-L6-v2"
    case .wrongCount(let encoder, let expected, let found):
      "the encoder \(encoder) returned \(found) vectors for \(expected) texts: none were stored; use another encoder"
    case .notAnEncoder(let path):
      "\(path) cannot produce vectors: it is a reranker"
    case .notAReranker(let path, let reason):
      "\(path) cannot score passages: \(reason)"
    case .wrongScoreCount(let reranker, let expected, let found):
      "the reranker \(reranker) returned \(found) scores for \(expected) passages: use another reranker"
    }
  }
}
