import CPostgres

/// A row of a result.
public struct PostgresRow: Sendable {
  let result: PostgresResult
  let index: Int

  /// The number of columns.
  public var count: Int { result.columnCount }

  /// Reads a column, counted from 0, as a type: `let path: String = try row.read(0)`. Ask for an optional where NULL
  /// may be.
  ///
  /// - Throws: `PostgresError` (`badValue`) if the column has another type, or NULL.
  public func read<Value: PostgresReadable>(_ column: Int, as type: Value.Type = Value.self) throws -> Value {
    guard column >= 0, column < count else {
      throw PostgresError(.badValue, "there is no column \(column): the row has \(count)")
    }
    let columnType = result.columnType(column)
    let value = result.withBytes(row: index, column: column) { Value(postgres: $0, type: columnType) }
    guard let value else {
      let found = result.isNull(row: index, column: column) ? "NULL" : "type \(columnType)"
      throw PostgresError(.badValue, "column \(result.columnName(column)) has \(found) and cannot be read as \(type)")
    }
    return value
  }
}
