import Embedding
import Files
import Foundation
import Indexer
import VectorStore

/// An index in a temporary folder, removed after use.
struct TemporaryIndex: ~Copyable {
  let index: SearchIndex
  private let folder: String

  init(encoder: (any TextEncoder)?) async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("rag-eval-\(UUID().uuidString)").path
    try PrivateFile.makeFolder(at: folder)
    index = try await SearchIndex.open(at: folder + "/index.sqlite", encoder: encoder)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes files into a folder of notes and indexes them, as `rag index` does.
  func add(_ files: [(path: String, text: String)]) async throws {
    let notes = folder + "/notes"
    for (path, text) in files {
      let url = URL(fileURLWithPath: notes + "/" + path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    _ = try await index.update(from: notes) { _ in }
  }

  /// Returns the file name of a document. Ids may contain any character, so files are numbered.
  static func fileName(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 7 - digits.count)) + digits + ".md"
  }

  /// Returns a document as Markdown, its title as heading.
  static func markdown(title: String, text: String) -> String { title.isEmpty ? text : "# \(title)\n\n\(text)\n" }
}
