package import Embedding
import Files
import Foundation
import GRDB

extension SQLiteStore {
  /// How many seconds a connection waits for another to finish its commit.
  private static let busyTimeout = 10.0

  static func openDatabase(at path: String, access: SearchIndex.Access) throws -> DatabaseQueue {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard !isFolder.boolValue else { throw SearchIndexError.notAnIndex(path) }
    if !exists, Foundation.access(path, F_OK) != 0, errno == EACCES {
      throw SearchIndexError.failed(path: path, reason: "Permission denied")
    }
    guard exists || access == .readWrite else { throw SearchIndexError.missing(path) }

    return try reporting(path) {
      try PageChecks.register()
      // Only the owner may read notes. SQLite gives its log the file's permissions.
      if exists { try checkFile(at: path) } else { try PrivateFile.create(at: path) }
      do {
        return try connect(to: path, access: access)
      } catch let error as DatabaseError where access == .readOnly && error.isOfTheDisk {
        guard let database = try connectWithoutWriting(to: path) else { throw error }
        return database
      }
    }
  }

  private static func connect(to path: String, access: SearchIndex.Access) throws -> DatabaseQueue {
    var configuration = configuration(of: path, access: access)
    configuration.readonly = !FileManager.default.isWritableFile(atPath: path)
    let patience = ContinuousClock.now + .seconds(busyTimeout)
    while true {
      do {
        let database = try DatabaseQueue(path: path, configuration: configuration)
        try prepare(database, path: path, access: access)
        return database
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < patience {
        // If two processes create a file at once, SQLite refuses one without waiting, to avoid a deadlock.
        usleep(20_000)
      }
    }
  }

  /// Connects to an index on a full or read-only disk, which has no room for the shared-memory file; returns `nil` if
  /// that is impossible without writing.
  private static func connectWithoutWriting(to path: String) throws -> DatabaseQueue? {
    let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
    let isInLog = log ?? 0 > 0
    var configuration = configuration(of: path, access: .readOnly, isAlone: isInLog)
    configuration.readonly = !isInLog
    // Without a log, the file holds everything, and does not change until there is a log.
    let address = isInLog ? path : URL(fileURLWithPath: path).absoluteString + "?immutable=1"
    do {
      let database = try DatabaseQueue(path: address, configuration: configuration)
      try prepare(database, path: path, access: .readOnly)
      return database
    } catch is DatabaseError {
      return nil
    }
  }

  /// - Parameter isAlone: Whether to lock out other processes, which makes shared memory unnecessary.
  private static func configuration(of path: String, access: SearchIndex.Access, isAlone: Bool = false) -> Configuration
  {
    var configuration = Configuration()
    configuration.label = "rag.index"
    configuration.busyMode = .timeout(busyTimeout)
    configuration.prepareDatabase { db in
      if isAlone { try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
      // Before anything is written: the file may not be ours, and a write fixes the size of its pages.
      try SQLiteStore.checkApplication(of: db, path: path, access: access)
      // GRDB's own WAL setup would write to the log whenever an index is opened, even to search it.
      if access == .readWrite, !db.configuration.readonly { try db.execute(sql: "PRAGMA journal_mode = WAL") }
      try PostingsReading.registerFunction(in: db)
      try db.execute(
        sql: """
          PRAGMA synchronous = NORMAL;
          PRAGMA secure_delete = ON;
          PRAGMA cache_size = -\(IndexSchema.cacheKilobytes);
          PRAGMA wal_autocheckpoint = \(IndexSchema.pagesOfLog)
          """)
    }
    return configuration
  }

  /// Opens another connection to a database's file.
  static func connectAgain(to database: DatabaseQueue, path: String) throws -> DatabaseQueue {
    try reporting(path) { try DatabaseQueue(path: path, configuration: database.configuration) }
  }

  /// Rejects a file that cannot be a database but that SQLite would take for an empty one and overwrite. SQLite rejects
  /// others itself.
  ///
  /// Does not open the file: closing it would release all locks that this process has on it, including those of another
  /// `SearchIndex`.
  private static func checkFile(at path: String) throws {
    guard Foundation.access(path, R_OK) == 0 else {
      throw SearchIndexError.failed(path: path, reason: "it is not readable")
    }
    let status = FileStatus(of: path)
    // Opening a pipe would wait for its other end.
    if status?.isRegularFile == false { throw SearchIndexError.notAnIndex(path) }
    // Only a database with a journal left by an interruption may be smaller than its header.
    if (1..<100).contains(status?.bytes ?? 0), Foundation.access(path + "-journal", F_OK) != 0 {
      throw SearchIndexError.notAnIndex(path)
    }
  }

  /// Rejects a SQLite database that is not an index, and makes one of a file without pages.
  private static func checkApplication(of db: Database, path: String, access: SearchIndex.Access) throws {
    // In this order, since another process may be creating the index, whose first page has the id.
    let pages = try Int.fetchOne(db, sql: "PRAGMA page_count")
    let application = try Int.fetchOne(db, sql: "PRAGMA application_id")
    guard application != IndexSchema.applicationID else { return }
    guard application == 0, pages == 0 else { throw SearchIndexError.notAnIndex(path) }
    guard access == .readWrite else { throw SearchIndexError.missing(path) }
    try db.execute(sql: "PRAGMA page_size = \(IndexSchema.pageSize)")
    try PageChecks.makeRoom(in: db)
    // With the first page, so that pages have checksums as soon as the file is marked as an index.
    try db.execute(sql: "PRAGMA application_id = \(IndexSchema.applicationID)")
  }

  /// Makes the tables of a new index, and rejects an index of another version.
  private static func prepare(_ database: DatabaseQueue, path: String, access: SearchIndex.Access) throws {
    var version = try database.read { try IndexSchema.version(of: $0) }
    if version == nil {
      guard access == .readWrite else { throw SearchIndexError.missing(path) }
      version = try database.write { db in
        // Another process may have made them meanwhile.
        if let made = try IndexSchema.version(of: db) { return made }
        try IndexSchema.create(in: db)
        return IndexSchema.version
      }
    }
    guard version == IndexSchema.version else { throw SearchIndexError.otherVersion(path) }
    guard try database.read({ try PageChecks.areKept(in: $0) }) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its header does not say that pages have checksums")
    }
  }

  /// Throws if an encoder's space differs from that of the stored vectors.
  static func check(_ space: EmbeddingSpace?, against database: DatabaseQueue, path: String) throws {
    guard let space else { return }
    guard let stored = try reporting(path, { try database.read { try spaceOfChunks(in: $0) } }),
      !stored.isSame(as: space)
    else { return }
    throw SearchIndexError.differentSpace(stored: stored, requested: space)
  }

  /// Returns the space of the stored vectors; `nil` if there are none, so that any encoder may add the first.
  static func spaceOfChunks(in db: Database) throws -> EmbeddingSpace? {
    guard try Int.fetchOne(db, sql: "SELECT 1 FROM chunks LIMIT 1") != nil else { return nil }
    return try EmbeddingSpace.stored(in: db)
  }

  /// Reads from an index; returns `nil` if there is none, or only an empty file left by an interrupted creation.
  static func read<Result>(indexAt path: String, _ body: (Database) throws -> Result) throws -> Result? {
    do {
      let database = try openDatabase(at: path, access: .readOnly)
      return try reporting(path) {
        let result = try database.read(body)
        try database.close()
        return result
      }
    } catch SearchIndexError.missing {
      return nil
    }
  }

  /// Runs `body` with the database and maps SQLite's errors to `SearchIndexError`.
  nonisolated func run<Result>(_ body: (DatabaseQueue) throws -> Result) throws -> Result {
    try writing.run(body)
  }

  /// Reads in one transaction: on this thread, or in `line` if another search is running.
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
      if error.isOfTheDisk, error.resultCode == .SQLITE_FULL || PrivateFile.hasNoSpace(beside: path) {
        throw SearchIndexError.noSpace(path)
      }
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
          path: path, reason: "it cannot be opened or created: allow writing to its folder, or name another index")
      case .SQLITE_BUSY: SearchIndexError.busy(path: path, processID: nil)
      default: SearchIndexError.failed(path: path, reason: reason)
      }
    } catch is RowDecodingError {
      throw SearchIndexError.corrupt(path: path, reason: "a row has a value of the wrong type")
    } catch is DecodingError {
      throw SearchIndexError.corrupt(path: path, reason: "a list of headings cannot be read")
    } catch let error as FileError {
      if error.isNoSpace { throw SearchIndexError.noSpace(path) }
      throw SearchIndexError.failed(
        path: path, reason: "\(error.localizedDescription): allow writing there, or name another index")
    }
  }
}

extension DatabaseError {
  /// Whether the disk is full, read-only or failing.
  fileprivate var isOfTheDisk: Bool {
    [.SQLITE_FULL, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_IOERR].contains(resultCode)
  }
}

extension EmbeddingSpace {
  /// Whether the same text has the same vector in both, regardless of their names.
  package func isSame(as other: EmbeddingSpace) -> Bool {
    fingerprint == other.fingerprint && dimensions == other.dimensions
  }

  /// Returns the space recorded in an index.
  static func stored(in db: Database) throws -> EmbeddingSpace? {
    let record = try db.cachedStatement(sql: "SELECT value FROM meta WHERE key = 'space'")
    guard let json = try Data.fetchOne(record) else { return nil }
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
