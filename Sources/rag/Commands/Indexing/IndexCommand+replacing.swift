import VectorStore

extension IndexCommand {
  /// Makes the index anew if it is of another version or, with `--rebuild`, damaged.
  func replaceIndex() async throws {
    let path = options.path
    if let former = try await SearchIndex.replaceIfOfAnotherVersion(at: path), !(former + folders).isEmpty {
      let what = folders.isEmpty ? "all notes" : "the notes of these folders"
      Console.note("rag: the index \(path) was made by another version of rag: reading \(what) again")
    }
    if rebuild, let replacement = try await SearchIndex.replaceIfDamaged(at: path) {
      Console.note(replacement.note(path: path))
    }
  }
}
