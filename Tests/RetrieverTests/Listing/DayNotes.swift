import Embedding
import Indexer
import Retriever
import TestSupport
import VectorStore

/// Notes that are asked about days.
struct DayNotes {
  let folder: TemporaryFolder
  let index: SearchIndex

  init(_ notes: [String: String]) async throws {
    folder = try TemporaryFolder()
    for (path, text) in notes { try folder.write(text, to: "notes/" + path) }
    index = try await TestStore.makeIndex(in: folder, encoder: HashingEncoder())
    _ = try await index.update(from: folder.path + "/notes")
  }

  /// Returns what is listed for a question, with its date if there is one.
  func rows(_ question: String, on today: String = "2026-11-27") async throws -> [String] {
    let listing = try await index.listing(for: question, where: SearchFilter(today: Day(today)))
    return listing?.rows.map { [$0.date, $0.text].compactMap(\.self).joined(separator: " ") } ?? []
  }
}
