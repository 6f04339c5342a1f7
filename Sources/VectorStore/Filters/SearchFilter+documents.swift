package import Foundation
import GRDB

extension SearchFilter {
  /// A fragment of SQL and its arguments.
  struct Condition {
    var sql: String
    var arguments: [DatabaseValue]
  }

  /// Returns a statement that selects the ids of the documents that pass; `nil` if all do.
  ///
  /// Lists are bound as JSON, since SQLite limits the number of arguments and the depth of conditions.
  ///
  /// - Parameter occurring: The chunks of `occurring(in:)`, if they were read.
  func documents(in db: Database, occurring: [Int64]? = nil) throws -> Condition? {
    var conditions: [String] = []
    var arguments: [DatabaseValue] = []
    if !folders.isEmpty || !paths.isEmpty {
      let indexed = try Row.fetchAll(db, sql: "SELECT id, path FROM folders").map { row in
        IndexedFolder(id: try row.value(0), path: try row.value(1))
      }
      if !folders.isEmpty {
        conditions.append(
          """
          documents.id IN (
            SELECT inner.id FROM json_each(?) AS place CROSS JOIN documents AS inner
            ON inner.folder = json_extract(place.value, '$.folder')
              AND inner.path >= json_extract(place.value, '$.path')
              AND inner.path < coalesce(json_extract(place.value, '$.end'), x''))
          """)
        arguments.append(
          try IndexRow.list(folders.flatMap { folder in indexed.compactMap { $0.part(in: folder) } }).databaseValue)
      }
      if !paths.isEmpty {
        conditions.append(
          """
          documents.id IN (
            SELECT named.id FROM json_each(?) AS place CROSS JOIN documents AS named
            ON named.folder = json_extract(place.value, '$.folder')
              AND named.path = json_extract(place.value, '$.path'))
          """)
        arguments.append(
          try IndexRow.list(paths.flatMap { path in indexed.compactMap { $0.place(of: path) } }).databaseValue)
      }
    }
    // Tags between `work` and `work/`, such as `work-life`, are different tags; `0` follows `/`.
    let tagged = """
      SELECT document FROM json_each(?) AS wanted CROSS JOIN document_tags
      ON tag >= wanted.value AND tag < wanted.value || '0' AND (tag = wanted.value OR tag >= wanted.value || '/')
      """
    let tags = Set(tags.compactMap(TagText.normalized))
    if !tags.isEmpty {
      conditions.append("documents.id IN (\(tagged) GROUP BY document HAVING count(DISTINCT wanted.key) = ?)")
      arguments += [try IndexRow.list(tags.sorted()).databaseValue, tags.count.databaseValue]
    }
    let excludedTags = Set(excluded.tags.compactMap(TagText.normalized))
    if !excludedTags.isEmpty {
      conditions.append("documents.id NOT IN (\(tagged))")
      arguments.append(try IndexRow.list(excludedTags.sorted()).databaseValue)
    }
    if let ids = try documentsByPathParts(in: db) {
      conditions.append("documents.id IN (SELECT value FROM json_each(?))")
      arguments.append(IndexRow.list(ofNumbers: ids).databaseValue)
    }
    if let modified {
      conditions.append("documents.modified >= ? AND documents.modified < ?")
      arguments += [modified.lowerBound, modified.upperBound].map { SearchFilter.nanoseconds($0).databaseValue }
    }
    for condition in shapeConditions(occurring: try occurring ?? self.occurring(in: db)) {
      conditions.append(condition.sql)
      arguments += condition.arguments
    }
    guard !conditions.isEmpty else { return nil }
    return Condition(
      sql: "SELECT documents.id FROM documents WHERE " + conditions.joined(separator: " AND "), arguments: arguments)
  }

  /// Returns a date as the index stores it, clamped to the range of `Int64`.
  package static func nanoseconds(_ date: Date) -> Int64 {
    Int64(exactly: (date.timeIntervalSince1970 * 1e9).rounded()) ?? (date.timeIntervalSince1970 < 0 ? .min : .max)
  }
}
