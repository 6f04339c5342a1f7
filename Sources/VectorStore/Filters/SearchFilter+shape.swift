import GRDB

extension SearchFilter {
  /// Returns the chunks of events on one of the days; none if the filter has no days.
  func occurring(in db: Database) throws -> [Int64] {
    try dated.map { try OccurrenceRows.chunks(on: $0, in: db) } ?? []
  }

  /// The conditions on what a note says of itself, and on the documents chosen for this search.
  ///
  /// - Parameter occurring: The chunks of `occurring(in:)`.
  func shapeConditions(occurring: [Int64]) -> [Condition] {
    var found = properties.map(\.condition)
    for excluded in excluded.properties {
      let condition = excluded.condition
      found.append(Condition(sql: "NOT (\(condition.sql))", arguments: condition.arguments))
    }
    if let dated {
      // A note of several days passes if one of them does, or one of a section.
      let days = Self.arguments(of: dated)
      found.append(
        Condition(
          sql: """
            (documents.first_day <= ? AND documents.last_day >= ?
              OR documents.id IN (SELECT document FROM chunks WHERE first_day <= ? AND last_day >= ?)
              OR documents.id IN (SELECT document FROM chunks WHERE id IN (SELECT value FROM json_each(?))))
            """,
          arguments: days + days + [IndexRow.list(ofNumbers: occurring).databaseValue]))
    }
    if let chosen {
      found.append(
        Condition(
          sql: "documents.id IN (SELECT value FROM json_each(?))",
          arguments: [IndexRow.list(ofNumbers: chosen).databaseValue]))
    }
    return found
  }

  /// Returns the condition that a chunk of a document that passes must meet: that its section is about one of the days,
  /// or its document if its section is not about any, or that it is of an event on one of them. All are looked up in
  /// indexes.
  func dayCondition(occurring: [Int64]) -> Condition? {
    dated.map { dated in
      let days = Self.arguments(of: dated)
      return Condition(
        sql: """
          (chunks.id IN (SELECT id FROM chunks WHERE first_day <= ? AND last_day >= ?)
            OR chunks.document IN (SELECT id FROM documents WHERE first_day <= ? AND last_day >= ?)
              AND chunks.first_day IS NULL
            OR chunks.id IN (SELECT value FROM json_each(?)))
          """,
        arguments: days + days + [IndexRow.list(ofNumbers: occurring).databaseValue])
    }
  }

  private static func arguments(of days: ClosedRange<Day>) -> [DatabaseValue] {
    [days.upperBound.number.databaseValue, days.lowerBound.number.databaseValue]
  }
}
