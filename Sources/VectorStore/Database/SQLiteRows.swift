import GRDB
import GRDBSQLite

extension Row {
  /// Returns a column's value. Throws, instead of trapping, if it has another type, as in a damaged file.
  func value<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value {
    try decode(Value.self, atIndex: column)
  }
}

/// Steps through a statement's rows with SQLite's C API. A GRDB row costs several times as much, which matters for
/// hundreds of thousands of rows.
///
/// Binds `arguments` in order. `body` reads columns with `sqlite3_column_…`; it must not keep them, nor step through
/// the same statement.
func forEachRow(
  of sql: String, arguments: [DatabaseValue], in db: Database, _ body: (OpaquePointer) throws -> Void
) throws {
  let statement = try db.cachedStatement(sql: sql)
  try statement.setArguments(StatementArguments(arguments))
  let prepared = statement.sqliteStatement
  defer { sqlite3_reset(prepared) }
  while try step(prepared, in: db) { try body(prepared) }
}

/// Runs a statement for each number, its only argument, and passes its rows to `body` until that returns false.
func forEachRow(
  of sql: String, forEach numbers: some Sequence<Int64>, in db: Database, while body: (OpaquePointer) throws -> Bool
) throws {
  let prepared = try db.cachedStatement(sql: sql).sqliteStatement
  defer { sqlite3_reset(prepared) }
  for number in numbers {
    sqlite3_reset(prepared)
    sqlite3_bind_int64(prepared, 1, number)
    while try step(prepared, in: db) {
      guard try body(prepared) else { return }
    }
  }
}

/// Steps a statement; returns whether there is another row.
private func step(_ statement: OpaquePointer, in db: Database) throws -> Bool {
  let code = sqlite3_step(statement)
  guard code == SQLITE_ROW || code == SQLITE_DONE else {
    throw DatabaseError(code, of: db)
  }
  return code == SQLITE_ROW
}

extension DatabaseError {
  /// Creates the error of the last call to SQLite's C API.
  init(_ code: Int32, of db: Database) {
    self.init(resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(db.sqliteConnection)))
  }
}
