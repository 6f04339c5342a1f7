import Files
import LanguageModels
import NotesMCP
import PostgresIndex
import Retriever
import VectorStore

extension NotesAccess {
  /// The notes and the model that a command's options name, loaded when they are first needed.
  ///
  /// - Throws: `CommandError.unknownFolder` if the index has no note in a folder of `scopeOptions`.
  init(
    _ options: IndexOptions, _ modelOptions: ModelOptions, _ scopeOptions: ScopeOptions, _ remote: RemoteOptions
  ) async throws {
    let exists = options.location.path.map { FileStatus(of: $0) != nil } ?? true
    if exists, let scope = try await scopeOptions.scope(in: options) {
      let index = try await options.location.open(access: .readOnly, scope: scope)
      if try await index.isEmpty() { Console.note("rag: no note matches \(scopeOptions.typed.joined(separator: " "))") }
      try await index.close()
    }
    // Another file may take the index's place.
    let path = options.location.path
    let index = LoadedOnce(from: { path.flatMap { FileStatus(of: $0)?.id } }) {
      do {
        return try await options.openForSearching(scope: try await scopeOptions.scope(in: options), remote)
      } catch CommandError.unknownFolder(let folder, _) {
        // A client is not told which folders there are.
        throw CommandError.badInput("no note in the index is in \(folder)")
      }
    }
    let model = LoadedOnce(from: { 0 }) { try await modelOptions.load(readyFor: .answerFront, remote) }
    self.init(
      index: { try await index.value() }, model: { try await model.value() }, explain: { Remedy.message(for: $0) },
      isPart: !scopeOptions.typed.isEmpty)
    // A client is told only when it asks.
    if !exists { Console.error(Remedy.message(for: SearchIndexError.missing(options.path))) }
  }
}
