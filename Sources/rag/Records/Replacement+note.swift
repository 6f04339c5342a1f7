import VectorStore

extension SearchIndex.Replacement {
  /// Returns one line that says where the damaged index is now, and from which folders the new one is built.
  func note(path: String) -> String {
    "rag: the index \(path) was damaged and is now \(damaged); "
      + (folders.isEmpty
        ? "its folders cannot be read from it: name them, as in \(SuggestedCommand.quoted("index", "~/notes"))"
        : "a new one is being built from \(folders.joined(separator: ", "))")
  }
}
