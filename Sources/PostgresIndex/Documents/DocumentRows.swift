import Foundation
import Postgres
import VectorStore

/// How documents and chunks are read from rows.
enum DocumentRows {
  /// The columns of a document, whose folder is joined.
  static let columns = """
    folders.path, documents.path, documents.title, documents.size, documents.modified, documents.digest, documents.tags,
    documents.places, documents.problem
    """
  /// The number of `columns`.
  static let count = 9

  /// The columns of a chunk after those of its document.
  static let chunkColumns = """
    chunks.id, chunks.ordinal, chunks.text, chunks.heading_path, chunks.first_line, chunks.last_line, chunks.first_byte,
    chunks.end_byte, chunks.table_header
    """
  /// The number of `chunkColumns`.
  static let chunkCount = 9

  static let joined = "rag.documents JOIN rag.folders ON folders.id = documents.folder"
  static let chunksJoined =
    "rag.chunks JOIN rag.documents ON documents.id = chunks.document "
    + "JOIN rag.folders ON folders.id = documents.folder"

  /// Whether anything of a document's file was read.
  static let isRead = "(problem IS NULL OR EXISTS (SELECT FROM rag.chunks WHERE chunks.document = documents.id))"

  /// Returns the condition for the documents that pass a filter. One of which nothing was read passes only if the
  /// filter names it.
  static func passing(_ filter: SearchFilter, in connection: ReadingConnection) async throws -> SQLText {
    let isWanted = filter.paths.isEmpty ? isRead : "true"
    return "\(verbatim: isWanted) AND (\(try await filter.documents(in: connection) ?? "true"))"
  }

  static func document(_ row: PostgresRow) throws -> Document {
    var memory = PlacesMemory()
    return try document(row, &memory)
  }

  static func document(_ row: PostgresRow, _ memory: inout PlacesMemory) throws -> Document {
    let (size, modified): (Int, Int) = (try row.read(3), try row.read(4))
    var document = Document(
      folder: try row.read(0), path: try row.read(1), title: try row.note(2), size: Int64(size),
      modified: Int64(modified), digest: try row.read(5), tags: try row.read(6) as [String])
    let places: String? = try row.read(7)
    document.places = try memory.places(places.map { Data($0.utf8) }, ofFile: document.digest)
    document.problem = try row.noteIfAny(8)
    return document
  }

  static func chunk(_ row: PostgresRow, _ memory: inout PlacesMemory) throws -> StoredChunk {
    StoredChunk(
      id: try id(row, count), document: try document(row, &memory), ordinal: try row.read(count + 1),
      chunk: try chunk(row, from: count))
  }

  /// Reads a chunk from `chunkColumns`, which begin at a column of the row.
  static func chunk(_ row: PostgresRow, from first: Int) throws -> Chunk {
    let (firstLine, lastLine): (Int, Int) = (try row.read(first + 4), try row.read(first + 5))
    let (firstByte, endByte): (Int, Int) = (try row.read(first + 6), try row.read(first + 7))
    return Chunk(
      text: try row.note(first + 2), headingPath: try row.notes(first + 3),
      lines: firstLine...max(firstLine, lastLine), bytes: firstByte..<max(firstByte, endByte),
      tableHeader: try row.noteIfAny(first + 8))
  }

  static func id(_ row: PostgresRow, _ column: Int) throws -> Int64 { Int64(try row.read(column) as Int) }
}
