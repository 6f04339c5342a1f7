import Embedding
import Indexer
import JSONSchema
import NotesMCP
import NotesRecords
import VectorStore

/// `/status` and `/metrics`.
enum StatusEndpoint {
  private struct Status: Encodable {
    var index: String
    /// The process that is writing to the index.
    var writer: Int32?
    var complete: Bool
    var status: IndexStatus
    var changes: [FolderChanges]
    /// What became of the files of each format, in all folders.
    var formats: [FormatCount]
    var encoder: String?
    var model: String?
    var queue: Int
    /// What the page's indexing does, if the page may index.
    var indexing: Indexing.State?
    /// The version of the program; `version` is that of the format.
    var program: String
  }

  static func status(_ request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    let index = try await services.notes.index()
    let status = try await index.status()
    let changes = try await index.changes(since: status)
    let record = Status(
      index: services.indexPath, writer: index.writer, complete: status.folders.allSatisfy { $0.indexedAt != nil },
      status: status, changes: changes, formats: FormatCount.sum(of: changes.flatMap(\.formats)),
      encoder: status.space?.title,
      model: services.modelName,
      queue: await services.queue.count, indexing: services.indexing?.state, program: services.version)
    return .json(services.notes.shown(try JSONValue(VersionedRecord(record: record))))
  }

  static func metrics(_ request: HTTPRequest, _ services: ServerServices) async throws -> HTTPReply {
    // Without an index there are still counts.
    let status = try? await services.notes.index().status()
    return .text(
      services.metrics.text(
        waiting: await services.queue.count, documents: status?.documents, chunks: status?.chunks),
      as: "text/plain; version=0.0.4; charset=utf-8")
  }
}
