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
/// `arguments` are bound in order. `body` reads columns with `sqlite3_column_…`, and nothing after it returns.
func forEachRow(
  of sql: String, arguments: [DatabaseValue], in db: Database, _ body: (OpaquePointer) throws -> Void
) throws {
  func check(_ code: Int32) throws {
    guard code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(db.sqliteConnection)), sql: sql)
    }
  }
  var prepared: OpaquePointer?
  try check(sqlite3_prepare_v2(db.sqliteConnection, sql, -1, &prepared, nil))
  guard let statement = prepared else { return }
  defer { sqlite3_finalize(statement) }
  for (index, argument) in arguments.enumerated() {
    try check(argument.bind(to: statement, at: Int32(index + 1)))
  }
  while true {
    let code = sqlite3_step(statement)
    try check(code)
    guard code == SQLITE_ROW else { return }
    try body(statement)
  }
}
