package import Embedding
import GRDB

/// How a document is stored that is too long for its vectors to be in memory: these are kept in the index, portion by
/// portion, until the document is stored as a whole. What was kept outlives an interrupted run.
extension SearchIndex {
  /// Keeps vectors by the digests of their texts, for a document of a folder that the index knows; found by no search.
  package func keepVectors(_ vectors: [String: UnitVector], in folder: String) throws {
    try write { db in
      var batch = ChangeBatch(db, space: encoder?.space, path: path)
      try batch.keep(vectors, in: folder)
    }
  }

  /// Those of the digests whose vectors are known: that are kept, or unless `keptAlone` is set, of stored chunks.
  package func knownDigests(among digests: Set<String>, keptAlone: Bool) throws -> Set<String> {
    try run { database in
      try database.read { db in
        guard let stored = try EmbeddingSpace.stored(in: db), encoder?.space.isSame(as: stored) ?? true else {
          return []
        }
        let list = try IndexRow.list(Array(digests))
        var known = Set(
          try String.fetchAll(
            db,
            sql: """
              SELECT digest FROM kept_vectors
              WHERE digest IN (SELECT value FROM json_each(?)) AND length(vector) = ?
              """, arguments: [list, stored.dimensions * MemoryLayout<Float>.size]))
        if !keptAlone {
          known.formUnion(
            try String.fetchAll(
              db, sql: "SELECT digest FROM chunks WHERE digest IN (SELECT value FROM json_each(?))", arguments: [list]))
        }
        return known
      }
    }
  }

  /// Stores a document in place of what the index holds at its path: all of it, or nothing where the task is cancelled.
  ///
  /// The chunks come in order, each with the digest of its encoded text, whose vector must be known. Memory does not
  /// grow with them.
  package func replace(
    _ document: Document,
    withKnown chunks: some Sequence<Result<(chunk: Chunk, digest: String), CancellationError>> & Sendable
  ) throws {
    try write { db in
      var batch = ChangeBatch(db, space: encoder?.space, path: path)
      try batch.change { try $0.replace(document, withKnown: chunks) }
    }
  }

  /// Keeps for a folder what was kept for documents of another.
  package func moveKeptVectors(from folder: String, to other: String) throws {
    try write { db in
      try db.execute(
        sql: """
          UPDATE kept_vectors SET folder = (SELECT id FROM folders WHERE path = ?)
          WHERE folder = (SELECT id FROM folders WHERE path = ?)
          """, arguments: [other, folder])
    }
  }

  /// Drops what was kept for documents of a folder.
  package func dropKeptVectors(in folder: String) throws {
    try write { db in
      try db.execute(
        sql: "DELETE FROM kept_vectors WHERE folder = (SELECT id FROM folders WHERE path = ?)", arguments: [folder])
    }
  }
}
