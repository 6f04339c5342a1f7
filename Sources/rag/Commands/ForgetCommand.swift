import ArgumentParser
import Files
import Foundation
import PostgresIndex
import VectorStore

struct ForgetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Removes a folder from the index. The notes themselves stay.",
    discussion: """
        rag forget ~/notes/old
      """)

  @Argument(help: "The folder, as 'rag status' shows it or as a path.")
  var folder: String

  @OptionGroup var options: IndexOptions
  @OptionGroup var form: OutputForm

  mutating func validate() throws {
    if folder.isEmpty { throw ValidationError("The name of the folder is empty: 'rag status' shows the folders.") }
  }

  func run() async throws {
    // Opened read-only first: forgetting a folder must not create an index.
    let folders = try await options.openWithoutEncoder().status().folders
    let known = folders.map(\.path)
    let given = RealPath.resolve(folder)
    guard let match = known.first(where: { [folder, given].containsPath($0) }) else {
      throw CommandError.unknownFolder(folder, known: known)
    }
    let index = try await options.location.open()
    _ = try await index.removeFolder(match)
    let removed = folders.first { [$0.path].containsPath(match) }?.documents ?? 0
    try await index.close()
    try await SearchIndex.removeFolder(match, fromSuccessorOfIndexAt: options.path)
    for copy in SearchIndex.damagedCopies(ofIndexAt: options.path) {
      Console.note(
        "\(copy) was set aside as damaged and may still contain text from this folder: delete it if you can.")
    }
    if form.json {
      try Console.writeJSON(ForgetRecord(folder: match, removedDocuments: removed))
    } else {
      Console.write("\(match): \(Numbers.count(removed, of: "document")) removed from the index")
    }
  }
}

/// The output of `rag forget --json`.
private struct ForgetRecord: Encodable {
  var folder: String
  var removedDocuments: Int
}
