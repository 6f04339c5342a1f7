import GRDB

/// A file of which something, or everything, could not be read.
package struct UnreadFile: Sendable, Hashable, Codable {
  package var folder: String
  /// The path inside the folder.
  package var path: String
  /// What could not be read, and why.
  package var problem: String
  /// Whether the rest of it was.
  package var isPartlyRead: Bool

  package init(folder: String, path: String, problem: String, isPartlyRead: Bool) {
    (self.folder, self.path, self.problem, self.isPartlyRead) = (folder, path, problem, isPartlyRead)
  }
}

extension UnreadFile {
  /// Whether the file of a document is none of these, or at least a part of it was read: others are in no list.
  static let isNone = "(problem IS NULL OR EXISTS (SELECT 1 FROM chunks WHERE document = documents.id))"
}

extension SQLiteStore {
  /// Returns the files of which something could not be read when they were indexed, sorted by path.
  package nonisolated func unreadFiles() async throws -> [UnreadFile] {
    let sql = """
      SELECT folders.path, documents.path, problem, EXISTS (SELECT 1 FROM chunks WHERE document = documents.id)
      FROM documents JOIN folders ON folders.id = folder WHERE problem IS NOT NULL ORDER BY folders.path, documents.path
      """
    return try await read { db, _ in
      try Row.fetchAll(db, sql: sql).map { row in
        UnreadFile(
          folder: try row.value(0), path: try row.value(1), problem: try row.value(2), isPartlyRead: try row.value(3))
      }
    }
  }
}
