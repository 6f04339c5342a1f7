import CPages
import GRDB
import GRDBSQLite

/// The checksums that the pages of an index's file bear; `CPages` writes and compares them.
enum PageChecks {
  /// Has SQLite check the pages of every index that is opened from now on.
  static func register() throws {
    let code = pages_register()
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Makes room for checksums: in a file that has no page yet, or in one that is to be written anew.
  static func makeRoom(in db: Database) throws {
    _ = try reserve(Int32(PAGES_RESERVED), in: db)
  }

  /// Whether the pages have checksums.
  static func areKept(in db: Database) throws -> Bool {
    try reserve(-1, in: db) == Int32(PAGES_RESERVED)
  }

  /// Writes a file anew whose pages have no checksums yet.
  ///
  /// Cost: 5 s for 100,000 chunks.
  static func add(to database: DatabaseQueue) throws {
    try database.writeWithoutTransaction { try makeRoom(in: $0) }
    try database.vacuum()
  }

  /// Asks for some bytes at the end of each page, unless `count` is negative; returns how many there were.
  private static func reserve(_ count: Int32, in db: Database) throws -> Int32 {
    var count = count
    let code = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    guard code == SQLITE_OK else { throw DatabaseError(code, of: db) }
    return count
  }
}
