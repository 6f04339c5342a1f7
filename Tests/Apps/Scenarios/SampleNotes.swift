import Foundation
import Indexer
import LanguageModels
import Retriever
import VectorStore

/// An index of two notes, for the scenarios.
enum SampleNotes {
  static func index() async throws -> SearchIndex {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rag-apps-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "notes"), withIntermediateDirectories: true)
    for (name, text) in [
      "house.md": "# House\n\nThe main stopcock is behind the preserving jars in the cellar.\n",
      "garden.md": "# Garden\n\nThe roses are pruned in March, before the buds open.\n",
    ] {
      try text.write(to: folder.appending(path: "notes/" + name), atomically: true, encoding: .utf8)
    }
    let index = try await SearchIndex.open(at: folder.appending(path: "index.sqlite").path, encoder: HashingEncoder())
    _ = try await index.update(from: folder.appending(path: "notes").path)
    return index
  }
}
