public import Foundation

/// An error in an encoder's files, or in the vectors it returns.
public enum EmbeddingError: LocalizedError, Hashable {
  /// The file is missing or cannot be read.
  case unreadable(path: String, reason: String)
  /// The file is truncated or inconsistent.
  case damaged(path: String, reason: String)
  /// A tensor is missing, or does not match the configuration.
  case unexpectedTensor(path: String, name: String, expected: String, found: String)
  /// The encoder is of an unsupported kind.
  case unsupported(path: String, expected: String, found: String)
  /// The encoder returned a different number of vectors than it was given texts.
  case wrongCount(encoder: String, expected: Int, found: Int)

  /// One line that names the file and what was expected.
  public var errorDescription: String? {
    switch self {
    case .unreadable(let path, let reason):
      "\(path) cannot be read (\(reason))"
    case .damaged(let path, let reason):
      "\(path) is damaged (\(reason))"
    case .unexpectedTensor(let path, let name, let expected, let found):
      "\(path): expected \(name) of \(expected), found \(found): use an encoder like all-MiniLM-L6-v2"
    case .unsupported(let path, let expected, let found):
      "\(path): expected \(expected), found \(found): use an encoder like all-MiniLM-L6-v2"
    case .wrongCount(let encoder, let expected, let found):
      "the encoder \(encoder) returned \(found) vectors for \(expected) texts: none were stored; use another encoder"
    }
  }
}
