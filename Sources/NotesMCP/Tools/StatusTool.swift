import Embedding
import Foundation
import Indexer
import JSONSchema
import VectorStore

/// Says what the index has.
struct StatusTool: NotesTool {
  let name = "status"
  let title = "State of the index"
  let description = "Says how many notes are indexed, and whether files have changed since."
  let inputSchema = ToolSchema.object([:], isClosed: true)
  let outputSchema = ToolSchema.object(
    [
      "documents": ToolSchema.integer(), "passages": ToolSchema.integer(), "complete": ToolSchema.boolean,
      "folders": ToolSchema.array(
        of: ToolSchema.object(
          ["path": ToolSchema.string(), "documents": ToolSchema.integer(), "indexed": ToolSchema.string()],
          required: ["path", "documents"])),
      "formats": ToolSchema.array(
        of: ToolSchema.object(
          [
            "format": ToolSchema.string(), "read": ToolSchema.integer(), "inPart": ToolSchema.integer(),
            "failed": ToolSchema.integer(),
          ], required: ["format", "read", "inPart", "failed"])),
      "encoder": ToolSchema.string(), "waiting": ToolSchema.string(),
    ], required: ["documents", "passages", "complete", "folders"])

  /// The number of formats that are named.
  private static let mostFormats = 40

  func call(_ arguments: ToolArguments, _ call: ToolCall) async throws -> JSONValue {
    let index = try await call.notes.index()
    let status = try await index.status()
    let waiting = try await index.waitingFiles(within: .milliseconds(500)) ?? WaitingFiles()
    let counts = [(waiting.changed, "changed"), (waiting.new, "new"), (waiting.gone, "gone")].filter { $0.0 > 0 }
    var budget = ResultBudget(tokens: ResultBudget.standard - 200)
    var folders: [JSONValue] = []
    for folder in status.folders {
      let record = call.notes.shown(
        .object([
          "path": NoteText.shown(folder.path), "documents": .integer(folder.documents),
          "indexed": folder.indexedAt.map { .string($0.formatted(.iso8601)) },
        ]))
      guard budget.take(record) else { break }
      folders.append(record)
    }
    let formats = try await index.formatCounts().prefix(Self.mostFormats).map { count -> JSONValue in
      .object([
        "format": NoteText.shown(count.format), "read": .integer(count.read), "inPart": .integer(count.inPart),
        "failed": .integer(count.failed),
      ])
    }.filter { budget.take($0) }
    return .object([
      "documents": .integer(status.documents), "passages": .integer(status.chunks),
      "complete": .bool(status.folders.allSatisfy { $0.indexedAt != nil }), "folders": .array(folders),
      "formats": .array(formats),
      "encoder": status.space.map { .string(String($0.title.prefix(100))) },
      "waiting": counts.isEmpty
        ? nil
        : .string(
          "Not in the index yet: " + counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
            + ". The user has to update the index."),
    ])
  }
}
