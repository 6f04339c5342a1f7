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
      // A note of several days passes if one of them does.
      found.append(
        Condition(
          sql: "documents.first_day <= ? AND documents.last_day >= ?",
          arguments: [dated.upperBound.number.databaseValue, dated.lowerBound.number.databaseValue]))
    }
    if let chosen {
      found.append(
        Condition(
          sql: "documents.id IN (SELECT value FROM json_each(?))",
          arguments: [IndexRow.list(ofNumbers: chosen).databaseValue]))
    }
    return found
  }
}
