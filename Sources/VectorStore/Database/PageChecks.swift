import CPages
import GRDB
import GRDBSQLite

/// The page checksums of an index file, which `CPages` writes and verifies.
enum PageChecks {
  /// Makes SQLite verify the pages of every index opened from now on.
  static func register() throws {
    let code = pages_register()
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Reserves room for checksums, in a file that has no pages yet.
  static func makeRoom(in db: Database) throws {
    _ = try reserve(Int32(PAGES_RESERVED), in: db)
  }

  /// Whether the pages have checksums.
  static func areKept(in db: Database) throws -> Bool {
    try reserve(-1, in: db) == Int32(PAGES_RESERVED)
  }

  /// Reserves bytes at the end of each page, unless `count` is negative; returns how many were reserved before.
  private static func reserve(_ count: Int32, in db: Database) throws -> Int32 {
    var count = count
    let code = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    guard code == SQLITE_OK else { throw DatabaseError(code, of: db) }
    return count
  }
}
