public import Foundation

/// An error in loading or evaluating a GGUF model.
public enum LlamaError: Error, Hashable, LocalizedError {
  /// The file does not exist.
  case fileNotFound(path: String)
  /// The file cannot be read, or is a folder.
  case unreadable(path: String, reason: String)
  /// The file is not GGUF; `found` shows how it begins.
  case notGGUF(path: String, found: String)
  /// The file ends before its last tensor does; sizes in bytes.
  case truncated(path: String, expected: Int, found: Int)
  /// The file contradicts itself.
  case damaged(path: String, reason: String)
  /// The file may be intact, but llama.cpp cannot run it.
  case unsupported(path: String, reason: String)
  /// The weights or the window do not fit into memory.
  case outOfMemory(path: String, contextSize: Int?, reason: String)
  /// The model does not continue text: it is an encoder, a reranker or a vocoder.
  case notALanguageModel(path: String)
  /// The model does not encode text.
  case notAnEncoder(path: String, reason: String)
  /// The model does not score texts for a query.
  case notAReranker(path: String)
  /// The chat template is not valid Jinja, or cannot render a question and its answer.
  case invalidChatTemplate(model: String, reason: String)
  /// The chat template rejects a conversation, or drops the text of a message.
  case unsupportedConversation(model: String, reason: String)
  /// A window of less than one token.
  case invalidContextSize(Int)
  /// The grammar of a request is not valid.
  case invalidGrammar(reason: String)
  /// The grammar allows neither an end nor any text that the model has tokens for.
  case grammarDeadEnd(model: String)
  /// llama.cpp failed to evaluate tokens.
  case evaluationFailed(model: String, reason: String)

  /// A message for the user.
  public var errorDescription: String? {
    switch self {
    case .fileNotFound(let path):
      "no model file at \(path)"
    case .unreadable(let path, let reason):
      "the model file \(path) cannot be read: \(reason)"
    case .notGGUF(let path, let found):
      "\(path) is not a model: it begins with \(found), not with \"GGUF\""
    case .truncated(let path, let expected, let found):
      "\(path) is truncated: \(found) of \(expected) bytes"
    case .damaged(let path, let reason):
      "\(path) is damaged: \(reason)"
    case .unsupported(let path, let reason):
      "\(path) cannot be run by this version of llama.cpp: \(reason)"
    case .outOfMemory(let path, nil, let reason):
      "\(path) does not fit into memory: \(reason)"
    case .outOfMemory(let path, let contextSize?, let reason):
      "\(path) with a window of \(contextSize) tokens does not fit into memory: \(reason)"
    case .notALanguageModel(let path):
      "\(path) cannot generate text: it is an encoder or a reranker"
    case .notAnEncoder(let path, let reason):
      "\(path) cannot produce vectors: \(reason)"
    case .notAReranker(let path):
      "\(path) cannot score passages: it is not a reranker"
    case .invalidChatTemplate(let model, let reason):
      "the chat template of \(model) cannot be used: \(reason)"
    case .unsupportedConversation(let model, let reason):
      "the chat template of \(model) cannot render this conversation: \(reason)"
    case .invalidContextSize(let size):
      "a window of \(size) tokens is too small"
    case .invalidGrammar(let reason):
      "the request's grammar is invalid: \(reason)"
    case .grammarDeadEnd(let model):
      "\(model) cannot continue under the request's grammar: check that it can reach an end"
    case .evaluationFailed(let model, let reason):
      "\(model) failed to evaluate its prompt: \(reason)"
    }
  }

  /// Returns the path of a file URL.
  static func path(of url: URL) throws -> String {
    guard url.isFileURL else { throw unreadable(path: url.absoluteString, reason: "it is not a file URL") }
    return url.path
  }
}
