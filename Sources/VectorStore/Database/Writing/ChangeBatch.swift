import Embedding
import Foundation
import GRDB

/// The changes of one transaction.
struct ChangeBatch {
  let db: Database
  private let path: String
  private let space: EmbeddingSpace?
  /// The space of the stored vectors, once checked.
  private var storedSpace: EmbeddingSpace?
  private var slots: VectorSlots

  /// `space` is that of the new vectors; if `nil`, they are assumed to be in the index's own.
  init(_ db: Database, space: EmbeddingSpace?, path: String) {
    self.db = db
    self.space = space
    self.path = path
    slots = VectorSlots(db)
  }

  /// Keeps vectors, which searches ignore, then stores changes and documents.
  mutating func store(_ batch: IndexBatch) throws {
    if !batch.kept.isEmpty {
      for vector in batch.kept.values { try prepare(for: vector) }
      try KeptVectors.keep(batch.kept, for: batch.folder, in: db)
    }
    guard !batch.changes.isEmpty || !batch.documents.isEmpty else { return }
    // A running search depends on a document's path and date as well as on its vectors.
    try db.execute(sql: "UPDATE meta SET value = value + 1 WHERE key = 'generation'")
    try apply(batch.changes)
    for (document, chunks) in batch.documents { try replace(document, fromDigestsOf: chunks, batch.vectors) }
    if let stored = try EmbeddingSpace.stored(in: db) { try slots.write(dimensions: stored.dimensions) }
  }

  private mutating func apply(_ changes: [IndexChange]) throws {
    var kept: [Int: (id: Int64, path: String, title: String)] = [:]
    for (index, change) in changes.enumerated() {
      guard case .keepChunks(let path, let formerFolder, let document) = change else { continue }
      let folder = formerFolder ?? document.folder
      guard let known = try self.document(at: path, in: folder) else {
        throw SearchIndexError.unknownDocument(folder: folder, path: path)
      }
      kept[index] = (known.id, path, known.title)
    }
    for document in kept.values {
      // Temporary paths that avoid conflicts; no file has such a path.
      try execute("UPDATE documents SET path = '/' || id WHERE id = ?", [document.id])
    }
    for (index, change) in changes.enumerated() {
      switch change {
      case .replace(let document, let chunks): try replace(document, with: chunks.lazy.map { .success($0) })
      case .remove(let folder, let path):
        if let id = try self.document(at: path, in: folder)?.id { try remove(id) }
      case .keepChunks(_, _, let document):
        if let kept = kept[index] { try move(kept, to: document) }
      }
    }
  }

  // MARK: Documents

  private func document(at path: String, in folder: String) throws -> (id: Int64, title: String)? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT documents.id, title FROM documents JOIN folders ON folders.id = folder
        WHERE folders.path = ? AND documents.path = ?
        """)
    return try Row.fetchOne(statement, arguments: [folder, path]).map { (try $0.value(0), try $0.value(1)) }
  }

  private func folder(_ path: String) throws -> Int64 {
    try execute("INSERT OR IGNORE INTO folders (path) VALUES (?)", [path])
    let statement = try db.cachedStatement(sql: "SELECT id FROM folders WHERE path = ?")
    guard let id = try Int64.fetchOne(statement, arguments: [path]) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a folder is missing")
    }
    return id
  }

  private mutating func remove(_ document: Int64) throws {
    for slot in try removeChunks(of: document) { try slots.free(slot) }
    try execute("DELETE FROM documents WHERE id = ?", [document])
  }

  private mutating func move(_ kept: (id: Int64, path: String, title: String), to document: Document) throws {
    let id = kept.id
    if let present = try self.document(at: document.path, in: document.folder)?.id, present != id {
      try remove(present)
    }
    try execute(
      "UPDATE documents SET folder = ?, path = ? WHERE id = ?", [folder(document.folder), document.path, id])
    let aliases = try ShapeRows.aliases(of: id, in: db)
    try update(id, to: document)
    if let shape = document.shape {
      try ChunkDays.store(SectionDays(of: shape.anchors, title: document.title), of: id, in: db)
    }
    let isCalledAsBefore = try ShapeRows.aliases(of: id, in: db) == aliases
    guard kept.path != document.path || kept.title != document.title || !isCalledAsBefore else { return }
    try SQLiteStore.noteDeletion(in: db)
    // Invalidates chunk lengths, which include the heading.
    try execute(
      "INSERT OR REPLACE INTO meta SELECT 'headings', value FROM meta AS latest WHERE latest.key = 'generation'", [])
    let chunks = try Row.fetchAll(db, sql: "SELECT id, heading_path FROM chunks WHERE document = ?", arguments: [id])
    for row in chunks {
      let heading = try heading(
        of: document, id, JSONDecoder().decode([String].self, from: row.value(1)))
      for table in ["chunks_exact", "chunks_stemmed"] {
        try execute("UPDATE \(table) SET heading = ? WHERE rowid = ?", [heading, row.value(0) as Int64])
      }
    }
  }

  /// Stores a document, taking its chunks' vectors from `vectors`, else from those kept.
  private mutating func replace(
    _ document: Document, fromDigestsOf chunks: some Sequence<Result<DigestedChunk, CancellationError>>,
    _ vectors: [String: UnitVector]
  ) throws {
    let db = db
    let dimensions = try (space ?? EmbeddingSpace.stored(in: db))?.dimensions ?? 0
    try replace(
      document,
      with: chunks.lazy.map { chunk in
        Result {
          let chunk = try chunk.get()
          let vector = try vectors[chunk.digest] ?? KeptVectors.take(chunk.digest, dimensions: dimensions, from: db)
          return EncodedChunk(chunk: chunk.chunk, digest: chunk.digest, vector: vector)
        }
      })
  }

  /// Stores a document, replacing the one at its path.
  private mutating func replace(
    _ document: Document, with chunks: some Sequence<Result<EncodedChunk, any Error>>
  ) throws {
    var chunks = chunks.makeIterator()
    var next = try chunks.next()?.get()
    // Before the document's own chunks are removed: clearing vectors of another space would drop the slots that it
    // reuses.
    if let next { try prepare(for: next.vector) }
    let id: Int64
    var former: [Int] = []
    if let present = try self.document(at: document.path, in: document.folder)?.id {
      id = present
      former = try removeChunks(of: id)
    } else {
      try execute(
        "INSERT INTO documents (folder, path, title, size, modified, digest) VALUES (?, ?, '', 0, 0, '')",
        [folder(document.folder), document.path])
      id = db.lastInsertedRowID
    }
    var document = document
    document.shape = document.shape ?? NoteShape()
    try update(id, to: document)
    let days = SectionDays(of: document.shape?.anchors ?? [], title: document.title)
    var ordinal = 0
    while let chunk = next {
      try prepare(for: chunk.vector)
      let slot = ordinal < former.count ? former[ordinal] : try slots.take(dimensions: chunk.vector.dimensions)
      try insert(chunk, ofDocument: id, document, about: days.days(of: chunk.chunk.lines), ordinal: ordinal, slot: slot)
      ordinal += 1
      next = try chunks.next()?.get()
    }
    for slot in former.dropFirst(ordinal) { try slots.free(slot) }
  }

  /// Stores what a document is, apart from where it is: SQLite makes a savepoint for a statement that changes columns
  /// of a unique index, and then FTS5 writes what it has collected.
  private func update(_ id: Int64, to document: Document) throws {
    let places = try document.places.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    try execute(
      "UPDATE documents SET title = ?, size = ?, modified = ?, digest = ?, places = ?, problem = ? WHERE id = ?",
      [
        IndexRow.text(document.title), document.size, document.modified, document.digest, places, document.problem, id,
      ])
    try store(document.tags, of: id)
    if let shape = document.shape { try ShapeRows.store(shape, of: id, in: db) }
    try ShapeRows.store([document.title], as: .title, of: id, in: db)
    try ShapeRows.store([NoteName.ofFile(document.path)], as: .file, of: id, in: db)
  }

  private func store(_ tags: [String], of document: Int64) throws {
    try execute("DELETE FROM document_tags WHERE document = ?", [document])
    for tag in tags {
      guard let tag = TagText.normalized(tag) else { continue }
      try execute("INSERT OR IGNORE INTO document_tags VALUES (?, ?)", [tag, document])
    }
  }

  // MARK: Chunks

  private mutating func insert(
    _ encoded: EncodedChunk, ofDocument documentID: Int64, _ document: Document, about days: ClosedRange<Day>?,
    ordinal: Int, slot: Int
  ) throws {
    let chunk = encoded.chunk
    try execute(
      """
      INSERT INTO chunks
        (document, ordinal, first_line, last_line, first_byte, end_byte, heading_path, text, digest, slot,
         table_header, first_day, last_day)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        documentID, ordinal, chunk.lines.lowerBound, chunk.lines.upperBound, chunk.bytes.lowerBound,
        chunk.bytes.upperBound, IndexRow.list(chunk.headingPath), IndexRow.text(chunk.text), encoded.digest, slot,
        chunk.tableHeader.map(IndexRow.text), days?.lowerBound.number, days?.upperBound.number,
      ])
    let id = db.lastInsertedRowID
    try encoded.vector.elements.withUnsafeBufferPointer { elements in
      try StoredVectors.insert(elements, ofChunk: id, into: db)
      try slots.put(VectorCode(elements), at: slot)
    }
    let heading = try heading(of: document, documentID, chunk.headingPath)
    let body = ChunkWords.body(of: chunk)
    for table in ["chunks_exact", "chunks_stemmed"] {
      try execute("INSERT INTO \(table) (rowid, heading, body) VALUES (?, ?, ?)", [id, heading, body])
    }
  }

  private func heading(of document: Document, _ id: Int64, _ headingPath: [String]) throws -> String {
    try ChunkWords.heading(of: document, aliases: ShapeRows.aliases(of: id, in: db), headingPath)
  }

  /// Removes a document's chunks and returns their slots, which the caller must reuse or free.
  private func removeChunks(of document: Int64) throws -> [Int] {
    try SQLiteStore.noteDeletion(in: db)
    let slots = try Int.fetchAll(
      db.cachedStatement(sql: "SELECT slot FROM chunks WHERE document = ? ORDER BY ordinal"), arguments: [document])
    for table in ["chunks_exact", "chunks_stemmed"] {
      try execute("DELETE FROM \(table) WHERE rowid IN (SELECT id FROM chunks WHERE document = ?)", [document])
    }
    try execute("DELETE FROM chunks WHERE document = ?", [document])
    return slots
  }

  private func execute(_ sql: String, _ arguments: @autoclosure () throws -> StatementArguments) throws {
    try db.cachedStatement(sql: sql).execute(arguments: arguments())
  }
}

// MARK: - Vectors

extension ChangeBatch {
  static func removeVectors(from db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM vectors; DELETE FROM kept_vectors; DELETE FROM code_blocks; DELETE FROM block_changes;
        DELETE FROM free_slots;
        UPDATE meta SET value = random() WHERE key = 'epoch'
        """)
  }

  /// Prepares the index for a vector; throws if it may not be stored.
  private mutating func prepare(for vector: UnitVector) throws {
    let space = try storedSpace ?? prepareForVectors()
    storedSpace = space
    guard vector.dimensions == space.dimensions else {
      throw SearchIndexError.wrongDimensions(expected: space.dimensions, found: vector.dimensions)
    }
  }

  /// Records the space of the vectors; those of another are dropped if there are no chunks.
  func prepareForVectors() throws -> EmbeddingSpace {
    let stored = try EmbeddingSpace.stored(in: db)
    guard let space = space ?? stored else { throw SearchIndexError.noEncoder(path) }
    if let stored, !stored.isSame(as: space) {
      guard try Int.fetchOne(db, sql: "SELECT 1 FROM chunks LIMIT 1") == nil else {
        throw SearchIndexError.differentSpace(stored: stored, requested: space)
      }
      try ChangeBatch.removeVectors(from: db)
    }
    if stored != space { try space.store(in: db) }
    return space
  }
}
