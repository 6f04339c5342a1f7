import Files
import LanguageModels
import NotesMCP
import Retriever
import VectorStore

extension NotesAccess {
  /// The notes and the model that a command's options name, loaded when they are first needed.
  init(_ options: IndexOptions, _ modelOptions: ModelOptions, _ remote: RemoteOptions) {
    // Another file may take the index's place.
    let index = LoadedOnce(from: { FileStatus(of: options.path)?.id }) { try await options.openForSearching(remote) }
    let model = LoadedOnce(from: { 0 }) { try await modelOptions.load(readyFor: .answerFront, remote) }
    self.init(
      index: { try await index.value() }, model: { try await model.value() }, explain: { Remedy.message(for: $0) })
    if FileStatus(of: options.path) == nil {
      // A client is told only when it asks.
      Console.error(Remedy.message(for: SearchIndexError.missing(options.path)))
    }
  }
}
