import Foundation
import GRDB

/// How many files of a format the index has, and how many of them could not be read.
package struct FormatCount: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The file extension, in lower case.
  package var format: String
  /// Files that were read, all or in part.
  package var read = 0
  /// Of these, the files of which only a part was read.
  package var inPart = 0
  /// Files of which nothing could be read.
  package var failed = 0

  /// Such as `pdf 12, 3 in part, 1 failed`.
  package var description: String {
    "\(format) \(read)" + (inPart > 0 ? ", \(inPart) in part" : "") + (failed > 0 ? ", \(failed) failed" : "")
  }
}

extension SearchIndex {
  /// Returns the counts of each format, by its file extension, in alphabetical order.
  package nonisolated func formatCounts() async throws -> [FormatCount] {
    let sql = """
      SELECT path, problem IS NOT NULL, problem IS NOT NULL AND EXISTS (
        SELECT 1 FROM chunks WHERE document = documents.id)
      FROM documents
      """
    return try await read { db, _ in
      var counts: [String: FormatCount] = [:]
      let rows = try Row.fetchCursor(db, sql: sql)
      while let row = try rows.next() {
        let (path, isUnread, isInPart): (String, Bool, Bool) = (try row.value(0), try row.value(1), try row.value(2))
        let format = (path as NSString).pathExtension.lowercased()
        var count = counts[format] ?? FormatCount(format: format)
        if isUnread, !isInPart { count.failed += 1 } else { count.read += 1 }
        if isInPart { count.inPart += 1 }
        counts[format] = count
      }
      return counts.values.sorted { $0.format < $1.format }
    }
  }

  /// Returns the number of rows that belong to nothing: it is always 0, unless something has gone wrong.
  package nonisolated func orphans() async throws -> Int {
    let sql = """
      SELECT (SELECT count(*) FROM documents WHERE folder NOT IN (SELECT id FROM folders))
        + (SELECT count(*) FROM chunks WHERE document NOT IN (SELECT id FROM documents))
        + (SELECT count(*) FROM vectors WHERE chunk NOT IN (SELECT id FROM chunks))
        + (SELECT count(*) FROM document_tags WHERE document NOT IN (SELECT id FROM documents))
      """
    return try await read { db, _ in try Int.fetchOne(db, sql: sql) ?? 0 }
  }
}
