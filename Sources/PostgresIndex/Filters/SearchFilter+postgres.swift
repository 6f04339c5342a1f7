import Foundation
import Postgres
import VectorStore

extension SearchFilter {
  /// Returns the condition that a row of `rag.documents` must meet to pass, whatever phrases the filter has; `nil` if
  /// all pass.
  ///
  /// - Parameter occurring: The chunks of `occurring(in:)`, if they were read.
  func documents(in connection: ReadingConnection, occurring: [Int64]? = nil) async throws -> SQLText? {
    var conditions: [SQLText] = []
    if !folders.isEmpty || !paths.isEmpty || !pathParts.isEmpty || !excluded.pathParts.isEmpty {
      let indexed = try await connection.query("SELECT id, path FROM rag.folders").map { row in
        (id: try DocumentRows.id(row, 0), path: try row.read(1) as String)
      }
      let inner = indexed.map { IndexedFolder(id: $0.id, path: $0.path) }
      if !folders.isEmpty {
        conditions.append(Self.inFolders(folders.flatMap { folder in inner.compactMap { $0.part(in: folder) } }))
      }
      if !paths.isEmpty {
        conditions.append(Self.atPaths(paths.flatMap { path in inner.compactMap { $0.place(of: path) } }))
      }
      if let ids = try await byPathParts(indexed, in: connection) {
        conditions.append("documents.id = ANY(\(.ids(ids)))")
      }
    }
    let wantedTags = Set(tags.compactMap(TagText.normalized)).sorted()
    if !wantedTags.isEmpty { conditions.append("documents.all_tags @> \(.texts(wantedTags))") }
    let excludedTags = Set(excluded.tags.compactMap(TagText.normalized)).sorted()
    if !excludedTags.isEmpty { conditions.append("NOT documents.all_tags && \(.texts(excludedTags))") }
    if let modified {
      let (first, end) = (Self.nanoseconds(modified.lowerBound), Self.nanoseconds(modified.upperBound))
      conditions.append("documents.modified >= \(.id(first)) AND documents.modified < \(.id(end))")
    }
    conditions += properties.map(\.sql)
    conditions += excluded.properties.map { "NOT (\($0.sql))" }
    if let dated {
      // A note of several days passes if one of them does, or one of a section.
      var events = occurring
      if events == nil { events = try await self.occurring(in: connection) }
      conditions.append(
        """
        (\(Self.overlaps("documents", dated))
          OR documents.id IN (SELECT document FROM rag.chunks WHERE \(Self.overlaps("chunks", dated)))
          OR documents.id IN (SELECT document FROM rag.chunks WHERE id = ANY(\(.ids(events ?? [])))))
        """)
    }
    if let chosen { conditions.append("documents.id = ANY(\(.ids(chosen)))") }
    if !leftOut.isEmpty { conditions.append("documents.id <> ALL(\(.ids(leftOut.sorted())))") }
    return SQLText.all(conditions)
  }

  /// Returns the condition that a row of `rag.chunks`, with its document that passes, must meet: that its section is
  /// about one of the days, or its document if its section is not about any, or that it is of an event on one of them.
  func dayCondition(occurring: [Int64]) -> SQLText? {
    guard let dated else { return nil }
    return """
      (\(Self.overlaps("chunks", dated)) OR chunks.first_day IS NULL AND \(Self.overlaps("documents", dated))
        OR chunks.id = ANY(\(.ids(occurring))))
      """
  }

  /// Returns the chunks of events on one of the days; none if the filter has no days.
  func occurring(in connection: ReadingConnection) async throws -> [Int64] {
    guard let dated else { return [] }
    let left = Occurrence.areAnniversariesMeant(in: dated) ? -1 : Occurrence.Kind.anniversary.rawValue
    let sql: SQLText = """
      SELECT DISTINCT chunks.id FROM rag.note_occurrences JOIN rag.chunks ON \(verbatim: OccurrenceRow.isOfChunk)
      WHERE \(Self.overlaps("note_occurrences", dated)) AND kind <> \(.int(left))
      """
    return try await connection.query(sql.statement).map { try DocumentRows.id($0, 0) }
  }

  private static func overlaps(_ table: String, _ days: ClosedRange<Day>) -> SQLText {
    """
    \(verbatim: table).first_day <= \(.int(days.upperBound.number))
      AND \(verbatim: table).last_day >= \(.int(days.lowerBound.number))
    """
  }

  /// The documents in some parts of folders.
  private static func inFolders(_ places: [IndexedFolder.Place]) -> SQLText {
    """
    EXISTS (
      SELECT FROM unnest(\(.ids(places.map(\.folder))), \(.texts(places.map(\.path))),
        \(.texts(places.map { $0.end ?? "" }))) AS place (folder, first, last)
      WHERE documents.folder = place.folder AND documents.path >= place.first COLLATE "C"
        AND (place.last = '' OR documents.path < place.last COLLATE "C"))
    """
  }

  /// The documents at some paths.
  private static func atPaths(_ places: [IndexedFolder.Place]) -> SQLText {
    """
    (documents.folder, documents.path) IN (
      SELECT * FROM unnest(\(.ids(places.map(\.folder))), \(.texts(places.map(\.path)))))
    """
  }

  /// Returns the documents whose paths contain all of the given parts and none of the excluded ones; `nil` if there are
  /// no parts.
  private func byPathParts(
    _ folders: [(id: Int64, path: String)], in connection: ReadingConnection
  ) async throws -> [Int64]? {
    guard !pathParts.isEmpty || !excluded.pathParts.isEmpty else { return nil }
    let labels = FolderLabels(folders: folders.map(\.path))
    let labelOfFolder = Dictionary(folders.map { ($0.id, labels.label(of: $0.path)) }, uniquingKeysWith: { $1 })
    let (wanted, unwanted) = (pathParts.map(PathPart.init), excluded.pathParts.map(PathPart.init))
    return try await connection.query("SELECT id, folder, path FROM rag.documents").compactMap { row in
      let inner: String = try row.read(2)
      let shown = (labelOfFolder[try DocumentRows.id(row, 1)] ?? nil).map { "\($0)/\(inner)" } ?? inner
      let path = Array(PathPart.folded(shown).utf8)
      guard wanted.allSatisfy({ $0.isIn(path) }), !unwanted.contains(where: { $0.isIn(path) }) else { return nil }
      return try DocumentRows.id(row, 0)
    }
  }
}

extension PropertyCondition {
  /// A stored value, of a time stamp its day: `2025-03-14` of `2025-03-14t10:30`.
  private static let dayOfPlain: SQLText = """
    CASE WHEN plain ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}[t ]' THEN substr(plain, 1, 10) ELSE plain END
    """

  /// The condition on a document.
  fileprivate var sql: SQLText {
    var found: SQLText = "SELECT document FROM rag.note_properties WHERE folded = \(.note(NoteProperty.folded(key)))"
    let plain = Self.folded(value)
    if let comparison {
      let sign = comparison == .notEqual ? "=" : comparison.rawValue
      if let number = NoteProperty.number(plain) {
        found = "\(found) AND number \(verbatim: sign) \(.double(number))"
      } else {
        // A day is compared with the day of a time stamp.
        let held: SQLText = Day(plain) == nil ? "plain" : Self.dayOfPlain
        found = "\(found) AND \(held) \(verbatim: sign) \(.note(plain))"
        if comparison != .equal, comparison != .notEqual { found = "\(found) AND number IS NULL AND plain <> ''" }
      }
    }
    return "documents.id \(verbatim: comparison == .notEqual ? "NOT IN" : "IN") (\(found))"
  }
}
