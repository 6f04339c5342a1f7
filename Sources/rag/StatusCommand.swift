import ArgumentParser
import Embedding
import Foundation
import VectorStore

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows what the index holds.",
    discussion: """
        rag status
        rag status --json
      """)

  @OptionGroup var options: IndexOptions

  func run() async throws {
    let status = try await options.openWithoutEncoder().status()
    if options.json {
      try Console.writeJSON(StatusRecord(index: options.path, status: status))
      return
    }
    Console.write("\(options.path)  \(status.bytes.formatted(.byteCount(style: .file)))")
    Console.write("\(Numbers.count(status.documents, of: "document")), \(Numbers.count(status.chunks, of: "chunk"))")
    if let space = status.space { Console.write("encoder \(space.title), \(space.dimensions) dimensions") }
    for folder in status.folders {
      let date =
        folder.indexedAt == 0
        ? Console.warning("indexed in part so far: run 'rag index'")
        : Date(timeIntervalSince1970: Double(folder.indexedAt)).formatted(.iso8601)
      let missing = FileManager.default.fileExists(atPath: folder.path) ? "" : Console.warning("  (missing)")
      let counts = "\(Numbers.count(folder.documents, of: "document")), \(Numbers.count(folder.chunks, of: "chunk"))"
      Console.write("  \(folder.path)  \(counts), \(date)\(missing)")
    }
  }
}

/// What `rag status --json` prints.
private struct StatusRecord: Encodable {
  var index: String
  var status: IndexStatus
}
