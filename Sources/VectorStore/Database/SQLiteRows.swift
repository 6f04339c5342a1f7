import GRDB
import GRDBSQLite

extension Row {
  /// A column's value; a value of another kind, as a damaged file may hold, is an error and does not end the process.
  func value<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value {
    try decode(Value.self, atIndex: column)
  }
}

/// Steps through a statement's rows with SQLite's own interface: a row of GRDB's costs several times as much, which
/// matters where rows are counted in hundreds of thousands.
///
/// `arguments` are bound in order. `body` reads columns with `sqlite3_column_…`, nothing after it returns, and may not
/// step through the same statement.
func forEachRow(
  of sql: String, arguments: [DatabaseValue], in db: Database, _ body: (OpaquePointer) throws -> Void
) throws {
  let statement = try db.cachedStatement(sql: sql)
  try statement.setArguments(StatementArguments(arguments))
  let prepared = statement.sqliteStatement
  defer { sqlite3_reset(prepared) }
  while try step(prepared, in: db) { try body(prepared) }
}

/// Runs a statement for one number after another, the statement's only argument, and hands out its rows, until `body`
/// returns false.
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

/// Whether a statement has another row.
private func step(_ statement: OpaquePointer, in db: Database) throws -> Bool {
  let code = sqlite3_step(statement)
  guard code == SQLITE_ROW || code == SQLITE_DONE else {
    throw DatabaseError(code, of: db)
  }
  return code == SQLITE_ROW
}

extension DatabaseError {
  /// The error of the last call into SQLite's own interface.
  init(_ code: Int32, of db: Database) {
    self.init(resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(db.sqliteConnection)))
  }
}
