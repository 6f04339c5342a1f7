package import Embedding

// What an index passes on to its store; `StoredContents` and `IndexWriter` say what each does.

extension SearchIndex {
  package func documentEntries() async throws -> [DocumentEntry] { try await storage.documentEntries() }

  package func contents(ofDocuments ids: [Int64]) async throws -> [Int64: WholeDocument] {
    try await storage.contents(ofDocuments: ids)
  }

  package func keptDigests(in folder: String) async throws -> [String] { try await storage.keptDigests(in: folder) }

  package func note(_ space: EmbeddingSpace) async throws { try await storage.note(space) }
}
