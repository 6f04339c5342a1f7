import Embedding
import Foundation
import Postgres
import VectorStore

/// The changes of one transaction.
struct BatchWriter {
  let connection: PostgresConnection
  let tokenizer: KeywordTokenizer
  private let space: EmbeddingSpace?
  private let path: String
  /// The space of the stored vectors, once checked.
  private var storedSpace: EmbeddingSpace?
  /// The words of all that is stored, by folder.
  private var segments: [Int64: SegmentBuilder] = [:]
  /// The folders whose documents change.
  private var changed: Set<Int64> = []
  /// The documents whose words go, by segment.
  private var gone: [Int64: [Int64]] = [:]

  /// `space` is that of the new vectors; if `nil`, they are assumed to be in the index's own.
  init(_ connection: PostgresConnection, tokenizer: KeywordTokenizer, space: EmbeddingSpace?, path: String) {
    (self.connection, self.tokenizer, self.space, self.path) = (connection, tokenizer, space, path)
  }

  /// Keeps vectors, which searches ignore, then stores changes and documents.
  ///
  /// Other writers may do the same meanwhile. Rows that they may want too are locked in the same order by all: jobs,
  /// documents, segments, folders.
  mutating func store(_ read: ReadBatch) async throws {
    let batch = read.batch
    try await JobRows.drop(of: batch, in: connection)
    if !batch.kept.isEmpty {
      for vector in batch.kept.values { try await prepare(for: vector) }
      try await keep(batch.kept, for: batch.folder)
    }
    try await apply(batch.changes)
    for (document, chunks) in read.documents {
      try await replace(document, with: try await encoded(chunks, batch.vectors, keptFor: batch.folder))
    }
    for queued in batch.queued { try await queue(queued) }
    if !batch.queued.isEmpty { try await run("SELECT pg_notify(\(.text(IndexTables.jobsChannel)), '')") }
    for (segment, documents) in gone.sorted(by: { $0.key < $1.key }) {
      try await run("UPDATE rag.segments SET gone = gone || \(.ids(documents)) WHERE id = \(.id(segment))")
    }
    for folder in segments.keys.sorted() { try await segments[folder]?.store(in: folder, connection) }
    // Last, since other writers wait for these rows.
    if !batch.kept.isEmpty { try await StoredSpace.note(inFolders: "path = \(.text(batch.folder))", connection) }
    guard !changed.isEmpty else { return }
    let ids = changed.sorted()
    try await run(
      """
      UPDATE rag.folders SET generation = generation + 1 WHERE id IN (
        SELECT id FROM rag.folders WHERE id = ANY(\(.ids(ids))) ORDER BY id FOR NO KEY UPDATE)
      """)
    try await StoredSpace.note(inFolders: "id = ANY(\(.ids(ids)))", connection)
    try await JobRows.noteStored(changed, in: connection)
  }

  private mutating func queue(_ queued: QueuedDocument) async throws {
    if storedSpace == nil { storedSpace = try await prepareForVectors() }
    try await JobRows.insert(queued, in: folder(queued.document.folder), connection)
  }

  private mutating func apply(_ changes: [IndexChange]) async throws {
    var kept: [Int: KeptDocument] = [:]
    for (index, change) in changes.enumerated() {
      guard case .keepChunks(let path, let formerFolder, let document) = change else { continue }
      let folder = formerFolder ?? document.folder
      guard let known = try await self.document(at: path, in: folder) else {
        throw SearchIndexError.unknownDocument(folder: folder, path: path)
      }
      kept[index] = KeptDocument(id: known.id, path: path, title: known.title)
    }
    // Temporary paths that avoid conflicts; no file has such a path.
    let ids = kept.values.map(\.id)
    if !ids.isEmpty { try await run("UPDATE rag.documents SET path = '/' || id WHERE id = ANY(\(.ids(ids)))") }
    for (index, change) in changes.enumerated() {
      switch change {
      case .replace(let document, let chunks): try await replace(document, with: chunks)
      case .remove(let folder, let path):
        if let id = try await self.document(at: path, in: folder)?.id { try await remove(id) }
      case .keepChunks(_, _, let document):
        if let kept = kept[index] { try await move(kept, to: document) }
      }
    }
  }

  // MARK: Documents

  private struct KeptDocument {
    var id: Int64
    var path: String
    var title: String
  }

  private func document(at path: String, in folder: String) async throws -> (id: Int64, title: String)? {
    try await run(
      """
      SELECT documents.id, title FROM \(verbatim: DocumentRows.joined)
      WHERE folders.path = \(.text(folder)) AND documents.path = \(.text(path))
      """
    ).first.map { (try DocumentRows.id($0, 0), try $0.note(1)) }
  }

  private mutating func folder(_ path: String) async throws -> Int64 {
    let id = try await FolderRows.id(of: path, inIndexAt: self.path, connection)
    changed.insert(id)
    return id
  }

  private mutating func remove(_ document: Int64) async throws {
    try await removeWords(of: document)
    for row in try await run("DELETE FROM rag.documents WHERE id = \(.id(document)) RETURNING folder") {
      changed.insert(try DocumentRows.id(row, 0))
    }
  }

  /// Drops a document's words, whose segment is left for `SegmentMerge`.
  private mutating func removeWords(of document: Int64) async throws {
    for folder in segments.keys { segments[folder]?.remove(document) }
    let former = try await run(
      """
      WITH former AS (
        SELECT id, segment FROM rag.documents WHERE id = \(.id(document)) AND segment IS NOT NULL FOR UPDATE
      )
      UPDATE rag.documents SET segment = NULL FROM former WHERE documents.id = former.id RETURNING former.segment
      """)
    for row in former { gone[try DocumentRows.id(row, 0), default: []].append(document) }
  }

  private mutating func move(_ kept: KeptDocument, to document: Document) async throws {
    if let present = try await self.document(at: document.path, in: document.folder)?.id, present != kept.id {
      try await remove(present)
    }
    let folder = try await folder(document.folder)
    var isInItsFolder = true
    for row in try await run("SELECT folder FROM rag.documents WHERE id = \(.id(kept.id))") {
      let former = try DocumentRows.id(row, 0)
      changed.insert(former)
      isInItsFolder = former == folder
    }
    // Segments are of one folder.
    if !isInItsFolder { try await removeWords(of: kept.id) }
    try await run(
      """
      UPDATE rag.documents SET folder = \(.id(folder)), path = \(.text(document.path)) WHERE id = \(.id(kept.id))
      """)
    let aliases = try await aliases(of: kept.id)
    try await DocumentWriter.update(kept.id, to: document, in: folder, connection)
    if let shape = document.shape {
      let sections = SectionDays(of: shape.anchors, title: document.title)
      try await DocumentWriter.store(sections, of: kept.id, connection)
    }
    let isCalledAsBefore = try await self.aliases(of: kept.id) == aliases
    guard !isInItsFolder || kept.path != document.path || kept.title != document.title || !isCalledAsBefore else {
      return
    }
    // Its chunks have other headings now, or are in another folder.
    let chunks = try await ChunkText.chunks(where: "documents.id = \(.id(kept.id))", in: ReadingConnection(connection))
    try await removeWords(of: kept.id)
    try segments[folder, default: SegmentBuilder()].add(chunks, tokenizer)
  }

  private func aliases(of document: Int64) async throws -> [String] {
    try await run(
      """
      SELECT written FROM rag.note_names
      WHERE document = \(.id(document)) AND kind = \(.int(NoteNameKind.alias.rawValue)) ORDER BY ordinal
      """
    ).map { try $0.note(0) }
  }

  /// Stores a document, replacing the one at its path.
  private mutating func replace(_ document: Document, with chunks: [EncodedChunk]) async throws {
    for chunk in chunks { try await prepare(for: chunk.vector) }
    let folder = try await folder(document.folder)
    let row = try await run(
      """
      INSERT INTO rag.documents (folder, path) VALUES (\(.id(folder)), \(.text(document.path)))
      ON CONFLICT (folder, path) DO UPDATE SET path = excluded.path RETURNING id
      """
    ).first
    guard let row else { throw SearchIndexError.corrupt(path: path, reason: "a document is missing") }
    let id = try DocumentRows.id(row, 0)
    try await removeWords(of: id)
    try await run("DELETE FROM rag.chunks WHERE document = \(.id(id))")
    var document = document
    document.shape = document.shape ?? NoteShape()
    try await DocumentWriter.update(id, to: document, in: folder, connection)
    let texts = try await DocumentWriter.insert(chunks, of: id, document, in: folder, connection)
    try segments[folder, default: SegmentBuilder()].add(texts, tokenizer)
  }
}

// MARK: - Vectors

extension BatchWriter {
  /// Prepares the index for a vector; throws if it may not be stored.
  private mutating func prepare(for vector: UnitVector) async throws {
    let space: EmbeddingSpace
    if let storedSpace { space = storedSpace } else { space = try await prepareForVectors() }
    storedSpace = space
    guard vector.dimensions == space.dimensions else {
      throw SearchIndexError.wrongDimensions(expected: space.dimensions, found: vector.dimensions)
    }
  }

  /// Records the space of the vectors; those of another are dropped if there are no chunks.
  func prepareForVectors() async throws -> EmbeddingSpace {
    // Nobody records another until this transaction ends.
    if let stored = try await PostgresStore.storedSpace(in: connection, lockedFor: "SHARE") {
      guard let space, stored != space else { return stored }
    }
    // Whoever shares the row has to end before it can be changed; then there are chunks.
    try await run("SELECT pg_advisory_xact_lock(\(.int(IndexTables.Lock.space.key)))")
    let stored = try await PostgresStore.storedSpace(in: connection, lockedFor: "UPDATE")
    guard let space = space ?? stored else { throw SearchIndexError.noEncoder(path) }
    try await StoredSpace.record(space, inPlaceOf: stored, connection)
    return space
  }

  private func keep(_ vectors: [String: UnitVector], for folder: String) async throws {
    var statements: [PostgresStatement] = []
    // In one order, since runs in several folders may keep the same.
    for (digest, vector) in vectors.sorted(by: { $0.key < $1.key }) {
      let sql: SQLText = """
        INSERT INTO rag.kept_vectors SELECT id, \(.text(digest)), \(.vector(vector.elements))::vector FROM rag.folders
        WHERE path = \(.text(folder)) ON CONFLICT (digest, folder) DO UPDATE SET vector = excluded.vector
        """
      statements.append(sql.statement)
    }
    _ = try await connection.pipeline(statements)
  }

  /// Gives chunks their vectors: from `vectors`, else those kept, else that of a stored chunk with the same text.
  private func encoded(
    _ chunks: [DigestedChunk], _ vectors: [String: UnitVector], keptFor folder: String
  ) async throws -> [EncodedChunk] {
    let missing = Set(chunks.map(\.digest)).subtracting(vectors.keys).sorted()
    var known: [String: UnitVector] = [:]
    if !missing.isEmpty {
      let dimensions: Int
      if let space {
        dimensions = space.dimensions
      } else {
        dimensions = try await PostgresStore.storedSpace(in: connection)?.dimensions ?? 0
      }
      known = try await KnownVectors.vectors(
        forDigests: missing, keptAlone: false, dimensions: dimensions, in: ReadingConnection(connection))
      // Those of other folders are still needed there.
      try await run(
        """
        DELETE FROM rag.kept_vectors WHERE digest = ANY(\(.texts(missing)))
          AND folder = (SELECT id FROM rag.folders WHERE path = \(.text(folder)))
        """)
    }
    return try chunks.map { chunk in
      guard let vector = vectors[chunk.digest] ?? known[chunk.digest] else {
        throw SearchIndexError.corrupt(path: path, reason: "a vector that was kept cannot be read")
      }
      return EncodedChunk(chunk: chunk.chunk, digest: chunk.digest, vector: vector)
    }
  }

  @discardableResult
  private func run(_ sql: SQLText) async throws -> PostgresResult { try await connection.query(sql.statement) }
}
