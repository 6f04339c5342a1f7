import ArgumentParser
import Foundation
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

  func run() async throws {
    let index = try SearchIndex(at: options.path, access: .readWriteExisting)
    let known = try await index.status().folders.map(\.path)
    let given = URL(fileURLWithPath: folder).resolvingSymlinksInPath().standardizedFileURL.path
    guard let match = known.first(where: { $0 == folder || $0 == given }) else {
      throw CommandError.unknownFolder(folder, known: known)
    }
    let removed = try await index.removeFolder(match)
    try await index.close()
    if options.json {
      try Console.writeJSON(["folder": match, "removedDocuments": String(removed)])
    } else {
      Console.write("\(match): \(removed) documents removed from the index")
    }
  }
}
