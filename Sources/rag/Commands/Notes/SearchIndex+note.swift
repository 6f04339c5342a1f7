import Foundation
import VectorStore

extension SearchIndex {
  /// Returns the note that a person means.
  ///
  /// - Throws: `CommandError.badInput` if there is none, or more than one.
  func note(called name: String) async throws -> Document {
    var found = try await notes(called: name)
    // A path from here, as a shell completes it.
    if found.isEmpty, name.contains("/") { found = try await notes(called: URL(filePath: name).standardized.path) }
    guard let first = found.first else {
      throw CommandError.badInput("no note is called \(name): \(SuggestedCommand.quoted("list")) shows the notes")
    }
    guard found.count == 1 else {
      let labels = FolderLabels(folders: try await folders())
      let paths = found.prefix(10).map { labels.label(of: $0.folder).map { "\($0)/" } ?? "" }
      let names = zip(paths, found).map { $0 + $1.path }.joined(separator: ", ")
      throw CommandError.badInput(
        "\(found.count) notes are called \(name): name one by its path: \(names)\(found.count > 10 ? ", …" : "")")
    }
    return first
  }
}
