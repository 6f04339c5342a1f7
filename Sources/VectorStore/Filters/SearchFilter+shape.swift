import GRDB

extension SearchFilter {
  /// The conditions on what a note says of itself, and on the documents chosen for this search.
  func shapeConditions() -> [Condition] {
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
              OR documents.id IN (SELECT document FROM chunks WHERE first_day <= ? AND last_day >= ?))
            """,
          arguments: days + days))
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
  /// or its document if its section is not about any. All are looked up in indexes.
  func dayCondition() -> Condition? {
    dated.map { dated in
      let days = Self.arguments(of: dated)
      return Condition(
        sql: """
          (chunks.id IN (SELECT id FROM chunks WHERE first_day <= ? AND last_day >= ?)
            OR chunks.document IN (SELECT id FROM documents WHERE first_day <= ? AND last_day >= ?)
              AND chunks.first_day IS NULL)
          """,
        arguments: days + days)
    }
  }

  private static func arguments(of days: ClosedRange<Day>) -> [DatabaseValue] {
    [days.upperBound.number.databaseValue, days.lowerBound.number.databaseValue]
  }
}
