public import Embedding
import Foundation
import GRDB

extension SearchIndex {
  /// Seconds that a connection waits for another to finish its commit.
  private static let busyTimeout = 10.0

  static func openDatabase(at path: String, access: Access) throws -> DatabaseQueue {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard !isFolder.boolValue else { throw SearchIndexError.notAnIndex(path) }
    guard exists || access == .readWrite else { throw SearchIndexError.missing(path) }

    return try reporting(path) {
      try PageChecks.register()
      if exists {
        try checkSize(ofFile: path)
      } else {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Notes are their owner's alone. SQLite gives its log the permissions of the file.
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Foundation.close(descriptor) }
      }
      var configuration = Configuration()
      configuration.label = "rag.index"
      configuration.busyMode = .timeout(busyTimeout)
      configuration.readonly = exists && !FileManager.default.isWritableFile(atPath: path)
      // Before the write-ahead log is set up, which would write to a file that is not ours and fix the size of pages.
      configuration.prepareDatabase { db in
        try SearchIndex.checkApplication(of: db, path: path, access: access)
        try PostingsReading.registerFunction(in: db)
        try db.execute(sql: "PRAGMA secure_delete = ON")
        try db.execute(sql: "PRAGMA cache_size = -\(IndexSchema.cacheKilobytes)")
        try db.execute(sql: "PRAGMA wal_autocheckpoint = \(IndexSchema.pagesOfLog)")
      }
      configuration.journalMode = .wal
      let patience = ContinuousClock.now + .seconds(busyTimeout)
      while true {
        do {
          let database = try DatabaseQueue(path: path, configuration: configuration)
          try migrate(database, path: path)
          return database
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < patience {
          // Of two that make a file at once SQLite refuses one without waiting, lest each wait for the other.
          usleep(20_000)
        }
      }
    }
  }

  /// Another connection to the file of one.
  static func connectAgain(to database: DatabaseQueue, path: String) throws -> DatabaseQueue {
    try reporting(path) { try DatabaseQueue(path: path, configuration: database.configuration) }
  }

  /// Refuses a file that cannot be a database, which SQLite would take for an empty one and write over; others it
  /// refuses itself.
  ///
  /// The file may not be opened for that: to close it again would end all locks that this process has on it, those of
  /// another `SearchIndex` too.
  private static func checkSize(ofFile path: String) throws {
    guard Foundation.access(path, R_OK) == 0 else {
      throw SearchIndexError.failed(path: path, reason: "it may not be read")
    }
    var status = stat()
    // No database is smaller than its header.
    if stat(path, &status) == 0, (1..<100).contains(status.st_size) { throw SearchIndexError.notAnIndex(path) }
  }

  /// Refuses a SQLite database that is not an index.
  ///
  /// An empty one may become an index; GRDB's own table, which it commits before ours, may be there already.
  private static func checkApplication(of db: Database, path: String, access: Access) throws {
    // In one statement: another process may be making the index.
    let found = try Row.fetchOne(
      db,
      sql: """
        SELECT (SELECT application_id FROM pragma_application_id),
          (SELECT count(*) FROM sqlite_schema WHERE tbl_name <> 'grdb_migrations')
        """)
    guard let found else { throw SearchIndexError.notAnIndex(path) }
    let (application, foreign): (Int, Int) = (try found.value(0), try found.value(1))
    guard application != IndexSchema.applicationID else { return }
    guard application == 0, foreign == 0 else { throw SearchIndexError.notAnIndex(path) }
    guard access == .readWrite else { throw SearchIndexError.missing(path) }
    try db.execute(sql: "PRAGMA page_size = \(IndexSchema.pageSize)")
    try PageChecks.makeRoom(in: db)
    // With the first page: pages have checksums from the moment when the file is known as an index.
    try db.execute(sql: "PRAGMA application_id = \(IndexSchema.applicationID)")
  }

  private static func migrate(_ database: DatabaseQueue, path: String) throws {
    let migrator = IndexSchema.migrator
    let (newer, isCurrent) = try readMigrations(of: database) { db in
      let known = Set(migrator.migrations)
      return (try migrator.appliedIdentifiers(db).subtracting(known), try migrator.hasCompletedMigrations(db))
    }
    guard newer.isEmpty else { throw SearchIndexError.newer(path: path, migrations: newer.sorted()) }
    let areChecked = try database.read { try PageChecks.areKept(in: $0) }
    guard !isCurrent else {
      guard areChecked else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its header does not say that pages have checksums")
      }
      return
    }
    guard !database.configuration.readonly else {
      throw SearchIndexError.failed(
        path: path,
        reason: "it is of an older version of rag and may not be written to, which bringing it up to date needs")
    }
    if !areChecked { try PageChecks.add(to: database) }
    var applied = try readMigrations(of: database) { try migrator.appliedIdentifiers($0).count }
    while true {
      do {
        return try migrator.migrate(database)
      } catch let error as DatabaseError {
        // Another process may be doing the same: what it has done cannot be done again.
        let now = try readMigrations(of: database) { try migrator.appliedIdentifiers($0).count }
        guard now > applied else { throw error }
        applied = now
      }
    }
  }

  /// Reads which migrations a file has had.
  ///
  /// GRDB asks for them, and where that fails, whether their table is there. Another process may make it in between,
  /// unless a statement before has settled what the transaction sees.
  private static func readMigrations<Result>(
    of database: DatabaseQueue, _ body: (Database) throws -> Result
  ) throws -> Result {
    try database.read { db in
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema")
      return try body(db)
    }
  }

  /// Refuses an encoder whose vectors do not belong to the space of the stored ones.
  static func check(_ space: EmbeddingSpace?, against database: DatabaseQueue, path: String) throws {
    guard let space else { return }
    try reporting(path) {
      try database.read { db in
        guard let stored = try EmbeddingSpace.stored(in: db), !stored.isSame(as: space) else { return }
        guard try Int.fetchOne(db, sql: "SELECT 1 FROM chunks LIMIT 1") != nil else { return }
        throw SearchIndexError.differentSpace(stored: stored, requested: space)
      }
    }
  }

  /// The space of an index's vectors; `nil` where there is no index, or none with vectors.
  ///
  /// Throws a `SearchIndexError` where the file is no index or damaged.
  public static func space(ofIndexAt path: String) throws -> EmbeddingSpace? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let database = try openDatabase(at: path, access: .readOnly)
    return try reporting(path) {
      let space = try database.read { try EmbeddingSpace.stored(in: $0) }
      try database.close()
      return space
    }
  }

  /// Does something with the database, and turns SQLite's errors into ours.
  nonisolated func run<Result>(_ body: (DatabaseQueue) throws -> Result) throws -> Result {
    try writing.run(body)
  }

  /// Reads in one transaction: on this thread, or where that means to wait for another search, in line with others.
  nonisolated func read<Result: Sendable>(
    _ body: @Sendable (Database, inout SearchMemory) throws -> Result
  ) async throws -> Result {
    if let result = try searching.readIfFree(body) { return result }
    return try await line.read(searching, body)
  }

  static func reporting<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      let reason = error.message ?? "\(error.resultCode)"
      throw switch error.resultCode {
      case .SQLITE_NOTADB: SearchIndexError.notAnIndex(path)
      case .SQLITE_CORRUPT: SearchIndexError.corrupt(path: path, reason: reason)
      case .SQLITE_READONLY:
        SearchIndexError.failed(
          path: path,
          reason: "SQLite needs to write to it and beside it, even to search: allow that, or copy it elsewhere")
      case .SQLITE_CANTOPEN:
        SearchIndexError.failed(
          path: path, reason: "it cannot be opened or made there: allow writing to its folder, or name another index")
      case .SQLITE_BUSY: SearchIndexError.busy(path: path, processID: nil)
      default: SearchIndexError.failed(path: path, reason: reason)
      }
    } catch is RowDecodingError {
      throw SearchIndexError.corrupt(path: path, reason: "a row holds a value of the wrong kind")
    } catch is DecodingError {
      throw SearchIndexError.corrupt(path: path, reason: "a list of headings cannot be read")
    } catch let error as CocoaError {
      throw SearchIndexError.failed(path: path, reason: error.localizedDescription)
    }
  }
}

extension EmbeddingSpace {
  /// Whether the same text has the same vector in both, whatever they are called.
  package func isSame(as other: EmbeddingSpace) -> Bool {
    fingerprint == other.fingerprint && dimensions == other.dimensions
  }

  /// The space that an index says its vectors are of.
  static func stored(in db: Database) throws -> EmbeddingSpace? {
    guard let json = try Data.fetchOne(db, sql: "SELECT value FROM meta WHERE key = 'space'") else { return nil }
    guard
      let space = try? JSONDecoder().decode(EmbeddingSpace.self, from: json), (1...65_536).contains(space.dimensions)
    else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the record of its encoder cannot be read") }
    return space
  }

  func store(in db: Database) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try db.execute(
      sql: "INSERT OR REPLACE INTO meta VALUES ('space', ?)",
      arguments: [String(decoding: try encoder.encode(self), as: UTF8.self)])
  }
}
