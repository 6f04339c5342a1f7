package import Embedding
import LanguageModels
package import NotesMCP
import VectorStore

/// What the endpoints share: the notes, the model, and the queue for it.
package final class ServerServices: Sendable {
  package let notes: NotesAccess
  /// Returns the reranker, if there is one.
  package let reranker: @Sendable () async throws -> (any Reranker)?
  /// The name of the model that answers; `nil` if there is none.
  package let modelName: String?
  /// The version of the program.
  package let version: String
  /// The index file.
  package let indexPath: String
  /// Updates the index for the page; `nil` unless the user allowed that.
  package let indexing: Indexing?
  /// Makes a link that opens the page, once; `nil` if the page has no address.
  package let link: @Sendable () -> String?
  let queue = ModelQueue()
  let metrics = ServerMetrics()
  let subscriptions = Subscriptions()
  /// The name under which clients ask for answers from the notes.
  package static let notesModel = "notes"

  package init(
    _ notes: NotesAccess, reranker: @escaping @Sendable () async throws -> (any Reranker)? = { nil },
    indexing: Indexing? = nil, modelName: String?, indexPath: String, version: String,
    link: @escaping @Sendable () -> String? = { nil }
  ) {
    (self.notes, self.reranker, self.modelName) = (notes, reranker, modelName)
    (self.indexing, self.indexPath, self.version, self.link) = (indexing, indexPath, version, link)
  }

  /// - Throws: `ServerError` 404 if there is no model of this name.
  func check(model name: String) throws(ServerError) {
    guard name != Self.notesModel, name != modelName else { return }
    let names = ([Self.notesModel] + [modelName].compactMap(\.self)).joined(separator: ", ")
    throw ServerError(
      status: 404, type: "invalid_request_error",
      message: "there is no model '\(name.prefix(80))'; there are: \(names)", code: "model_not_found")
  }

  /// Returns what a client is told about an error.
  func serverError(for error: any Error) -> ServerError {
    switch error {
    case let error as ServerError: return error
    case let error as LanguageModelError:
      switch error {
      case .contextSizeExceeded, .promptTooLarge:
        return ServerError(
          status: 400, type: "invalid_request_error", message: notes.explain(error), code: "context_length_exceeded")
      default: return .failed(notes.explain(error))
      }
    case is CancellationError: return ServerError(status: 499, type: "cancelled", message: "the request was cancelled")
    default: return .failed(notes.explain(error))
    }
  }
}
