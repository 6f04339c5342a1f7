package import Embedding
import Foundation
import GRDB

extension SQLiteStore {
  /// Returns the contents and size of the index.
  package func status() throws -> IndexStatus {
    try searching.read { db, _ in
      let folders = try Row.fetchAll(
        db,
        sql: """
          SELECT path, indexed_at,
            (SELECT count(*) FROM documents WHERE folder = folders.id AND \(UnreadFile.isNone)),
            (SELECT count(*) FROM chunks JOIN documents ON documents.id = document WHERE folder = folders.id),
            settings, time_zone
          FROM folders ORDER BY path
          """
      ).map {
        IndexStatus.Folder(
          path: try $0.value(0), documents: try $0.value(2), chunks: try $0.value(3), indexedSeconds: try $0.value(1),
          settings: FolderSettings(.init(rawValue: try $0.value(4)), timeZone: try $0.value(5)))
      }
      let space = try EmbeddingSpace.stored(in: db)
      let (bytes, freeBytes) = try size(space, in: db)
      return IndexStatus(
        folders: folders, documents: folders.reduce(0) { $0 + $1.documents },
        chunks: folders.reduce(0) { $0 + $1.chunks }, bytes: bytes, freeBytes: freeBytes, space: space)
    }
  }

  /// Returns the size of the index and of what is unused in it. With a scope, it is that of the documents: the file's
  /// would tell of the others.
  private nonisolated func size(_ space: EmbeddingSpace?, in db: Database) throws -> (bytes: Int64, free: Int64) {
    guard scope == nil else {
      return (try Int64.fetchOne(db, sql: "SELECT sum(size) FROM documents") ?? 0, 0)
    }
    let freePages = try Int64.fetchOne(
      db, sql: "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size")
    let freeSlots = try Int64.fetchOne(db, sql: "SELECT count(*) FROM free_slots") ?? 0
    return (sizeOnDisk(), (freePages ?? 0) + freeSlots * Int64(space?.dimensions ?? 0) * 4)
  }

  private nonisolated func sizeOnDisk() -> Int64 {
    [path, path + "-wal"].reduce(0) { sum, file in
      let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int64
      return sum + (size ?? 0)
    }
  }

  /// Whether searches see what is written to the file from now on. One that was opened on a full or read-only disk does
  /// not: nobody may write to it meanwhile.
  package nonisolated func followsChanges() throws -> Bool {
    try searching.run { database in
      guard database.path == path else { return false }
      return try database.read { try String.fetchOne($0, sql: "PRAGMA locking_mode") } == "normal"
    }
  }

  /// Returns the folders of the index, sorted.
  package nonisolated func folders() async throws -> [String] {
    try await read { db, _ in try Self.folders(in: db) }
  }

  static func folders(in db: Database) throws -> [String] {
    try String.fetchAll(db.cachedStatement(sql: "SELECT path FROM folders ORDER BY path"))
  }

  /// Returns the folders whose first run never finished, sorted. The index has only part of them.
  package nonisolated func unfinishedFolders() async throws -> [String] {
    try await read { db, _ in
      try String.fetchAll(
        db.cachedStatement(sql: "SELECT path FROM folders WHERE indexed_at = 0 ORDER BY path"))
    }
  }

  /// Returns the documents of a folder, sorted by path.
  package func documents(in folder: String) throws -> [Document] {
    let sql = """
      SELECT \(Document.columns)
      FROM documents JOIN folders ON folders.id = folder
      WHERE folders.path = ? ORDER BY documents.path
      """
    return try searching.read { db, _ in
      try Row.fetchAll(db, sql: sql, arguments: [folder]).map { try Document($0) }
    }
  }

  /// Returns the names of all documents.
  package nonisolated func documentNames() async throws -> [DocumentName] {
    let sql = "SELECT folders.path, documents.path, title FROM documents JOIN folders ON folders.id = folder"
    return try await read { db, _ in
      try Row.fetchAll(db, sql: sql).map {
        DocumentName(folder: try $0.value(0), path: try $0.value(1), title: try $0.value(2))
      }
    }
  }

  /// Returns what is another after each change of the index, and in another index.
  package nonisolated func revision() async throws -> String {
    try await read { db, _ in
      let (epoch, generation) = try VectorCodes.version(of: db)
      return "\(epoch) \(generation)"
    }
  }

  /// Returns the number of chunks in the index.
  package nonisolated func chunkCount() async throws -> Int {
    try await read { db, memory in
      try memory.words.update(from: db)
      return try memory.words.rowCount { try Int.fetchOne(db, sql: "SELECT count(*) FROM chunks") ?? 0 }
    }
  }

  /// Whether the index has no chunks.
  package nonisolated func isEmpty() async throws -> Bool {
    try await read { db, _ in try Int.fetchOne(db, sql: "SELECT 1 FROM chunks LIMIT 1") == nil }
  }

  /// Returns the chunks with the given ids, in order, omitting chunks that no longer exist.
  package nonisolated func chunks(withIDs ids: [Int64]) async throws -> [StoredChunk] {
    let found = try await storedChunks(
      where: "chunks.id IN (SELECT value FROM json_each(?))", arguments: [IndexRow.list(ofNumbers: ids).databaseValue])
    let byID = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return ids.compactMap { byID[$0] }
  }

  /// Returns the first chunk of each document that passes a filter, most recently modified documents first, ties by
  /// path; for a filter with days, the first of each section about some of them.
  package nonisolated func newestChunks(limit: Int, where filter: SearchFilter) async throws -> [StoredChunk] {
    let ids = try await read { db, _ in
      let condition = try filter.condition(in: db) ?? SearchFilter.Condition(sql: "true", arguments: [])
      // An event that repeats, or a contact, has a chunk of its own, but no day in its heading.
      let ofDays = """
        CASE WHEN chunks.first_day IS NOT NULL THEN heading_path
          WHEN documents.id IN (SELECT document FROM note_calendars) THEN chunks.id ELSE '' END
        """
      let section = filter.dated == nil ? "''" : ofDays
      let sql = """
        SELECT chunks.id, min(ordinal) AS first
        FROM chunks JOIN documents ON documents.id = document JOIN folders ON folders.id = folder
        WHERE \(condition.sql)
        GROUP BY document, \(section) ORDER BY modified DESC, documents.path, folders.path, first LIMIT ?
        """
      let arguments = StatementArguments(condition.arguments + [limit.databaseValue])
      return try Row.fetchAll(db, sql: sql, arguments: arguments).map { try $0.value(0) as Int64 }
    }
    return try await chunks(withIDs: ids)
  }

  /// Returns the documents that pass a filter, whatever phrases it has: most recently modified first, ties by path. One
  /// of which nothing was read passes only if the filter names it.
  ///
  /// - Parameters:
  ///   - offset: How many to leave out.
  ///   - limit: The maximum number to return.
  /// - Returns: The documents, and how many pass.
  package nonisolated func documents(
    where filter: SearchFilter, from offset: Int, limit: Int
  ) async throws -> (documents: [Document], count: Int) {
    try await read { db, _ in
      let condition = try filter.documents(in: db)
      let isWanted = filter.paths.isEmpty ? UnreadFile.isNone : "true"
      let passing = "WHERE \(isWanted)" + (condition.map { " AND documents.id IN (\($0.sql))" } ?? "")
      let arguments = condition?.arguments ?? []
      let count = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM documents \(passing)", arguments: StatementArguments(arguments))
      let sql = """
        SELECT \(Document.columns) FROM documents JOIN folders ON folders.id = folder
        WHERE documents.id IN (
          SELECT documents.id FROM documents JOIN folders ON folders.id = folder \(passing)
          ORDER BY modified DESC, documents.path, folders.path LIMIT ? OFFSET ?)
        ORDER BY modified DESC, documents.path, folders.path
        """
      let page = StatementArguments(arguments + [limit.databaseValue, offset.databaseValue])
      return (try Row.fetchAll(db, sql: sql, arguments: page).map { try Document($0) }, count ?? 0)
    }
  }

  /// Returns all chunks of a document, in order.
  package nonisolated func chunks(ofDocument path: String, in folder: String) async throws -> [StoredChunk] {
    try await storedChunks(
      where: "folders.path = ? AND documents.path = ?", arguments: [folder.databaseValue, path.databaseValue])
  }

  nonisolated func storedChunks(
    where condition: String, arguments: [DatabaseValue]
  ) async throws -> [StoredChunk] {
    let sql = """
      SELECT \(Document.columns), chunks.id, ordinal, \(Chunk.columns)
      FROM chunks JOIN documents ON documents.id = document JOIN folders ON folders.id = folder
      WHERE \(condition) ORDER BY documents.id, ordinal
      """
    return try await read { db, memory in
      try Row.fetchAll(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments)).map {
        try StoredChunk($0, &memory.places)
      }
    }
  }

  /// Returns known vectors by the digest of the encoded text, which need not be encoded again.
  ///
  /// - Parameter keptAlone: Whether to omit the vectors of stored chunks.
  package func vectors(forDigests digests: [String], keptAlone: Bool) throws -> [String: UnitVector] {
    guard !digests.isEmpty else { return [:] }
    return try run { database in
      try database.read { db in
        guard let space = try EmbeddingSpace.stored(in: db) else { return [:] }
        if let requested = encoder?.space, !requested.isSame(as: space) { return [:] }
        let list = try IndexRow.list(digests)
        var vectors = try KeptVectors.vectors(forDigests: list, dimensions: space.dimensions, in: db)
        guard !keptAlone else { return vectors }
        // Any chunk with the same text will do: its vector is the same.
        let digestOfChunk = try Row.fetchAll(
          db,
          sql: "SELECT min(id), digest FROM chunks WHERE digest IN (SELECT value FROM json_each(?)) GROUP BY digest",
          arguments: [list]
        ).reduce(into: [Int64: String]()) { $0[try $1.value(0)] = try $1.value(1) }
        try StoredVectors.forEach(
          where: "id IN (SELECT value FROM json_each(?))",
          [IndexRow.list(ofNumbers: Array(digestOfChunk.keys)).databaseValue],
          dimensions: space.dimensions, in: db
        ) { chunk, _, elements in
          guard let digest = digestOfChunk[chunk], let vector = UnitVector(stored: Array(elements)) else { return }
          vectors[digest] = vector
        }
        return vectors
      }
    }
  }
}

extension Document {
  /// Returns the documents that meet a condition by their ids.
  static func all(
    where condition: String, arguments: [DatabaseValue], in db: Database
  ) throws -> [Int64: Document] {
    let sql = """
      SELECT \(columns), documents.id FROM documents JOIN folders ON folders.id = folder WHERE \(condition)
      """
    let rows = try Row.fetchAll(db, sql: sql, arguments: StatementArguments(arguments))
    return try rows.reduce(into: [:]) { documents, row in
      documents[try row.value(Document.columnCount)] = try Document(row)
    }
  }

  /// The columns that `init(_:)` reads. Tags contain no line feeds.
  fileprivate static let columns = """
    folders.path, documents.path, title, size, modified, documents.digest,
    (SELECT group_concat(tag, char(10)) FROM document_tags WHERE document = documents.id), places, problem
    """

  /// The number of `columns`.
  fileprivate static let columnCount = 9

  /// Reads `columns`, which come first in the row, of a document that occurs once.
  fileprivate init(_ row: Row) throws {
    var memory = PlacesMemory()
    try self.init(row, &memory)
  }

  /// Reads `columns`, which come first in the row.
  fileprivate init(_ row: Row, _ memory: inout PlacesMemory) throws {
    let tags: String? = try row.value(6)
    self.init(
      folder: try row.value(0), path: try row.value(1), title: try row.value(2), size: try row.value(3),
      modified: try row.value(4), digest: try row.value(5),
      tags: (tags ?? "").split(separator: "\n").map(String.init).sorted())
    places = try memory.places(row.value(7), ofFile: digest)
    problem = try row.value(8)
  }
}

extension StoredChunk {
  fileprivate init(_ row: Row, _ memory: inout PlacesMemory) throws {
    let next = Document.columnCount
    let id: Int64 = try row.value(next)
    self.init(
      id: id, document: try Document(row, &memory), ordinal: try row.value(next + 1),
      chunk: try Chunk(row, from: next + 2, id: id))
  }
}

extension Chunk {
  /// The columns that `init(_:from:id:)` reads.
  static let columns = "text, heading_path, first_line, last_line, first_byte, end_byte, table_header"

  /// Reads `columns`, which begin at a column of the row; `id` is that of the chunk, for an error.
  init(_ row: Row, from first: Int, id: Int64) throws {
    guard
      let lines = ClosedRange(checked: try row.value(first + 2) as Int, try row.value(first + 3)),
      let bytes = Range(checked: try row.value(first + 4) as Int, try row.value(first + 5))
    else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the lines of chunk \(id) cannot be read") }
    self.init(
      text: try row.value(first), headingPath: try JSONDecoder().decode([String].self, from: row.value(first + 1)),
      lines: lines, bytes: bytes, tableHeader: try row.value(first + 6))
  }
}

extension ClosedRange {
  fileprivate init?(checked lower: Bound, _ upper: Bound) {
    guard lower <= upper else { return nil }
    self = lower...upper
  }
}

extension Range {
  fileprivate init?(checked lower: Bound, _ upper: Bound) {
    guard lower <= upper else { return nil }
    self = lower..<upper
  }
}
