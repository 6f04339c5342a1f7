import Embedding
import Files
import Foundation
import GRDB

extension SearchIndex {
  /// The result of replacing a damaged index.
  package struct Replacement: Sendable, Hashable {
    /// The new path of the damaged file.
    package var damaged: String
    /// The folders that could be read from it. The new index has no documents of them yet.
    package var folders: [String]
  }

  /// Replaces a damaged index with a new one; returns `nil` if it is sound or does not exist.
  ///
  /// The new index lists the folders that could be read from the old one, with their settings; `update()` fills it.
  /// The damaged file is kept beside it. Reads the whole file, as `check()` does.
  ///
  /// Throws a `SearchIndexError` if the file is not an index, or is being written.
  package static func replaceIfDamaged(at path: String) async throws -> Replacement? {
    guard FileManager.default.fileExists(atPath: path), try await !isSound(at: path) else { return nil }
    let path = RealPath.resolve(path)
    let lock = try SQLiteStore.lock(path)
    defer { withExtendedLifetime(lock) {} }
    let folders = folders(ofDamagedIndexAt: path)
    let new = try await makeNew(besideIndexAt: path, of: folders)
    let damaged = try linkAside(path)
    // The new index must not take over the damaged one's log and journal.
    for suffix in suffixes.dropFirst() { rename(path + suffix, damaged + suffix) }
    try move(new, to: path)
    return Replacement(damaged: damaged, folders: folders.map(\.path))
  }

  /// Replaces an index of another version with a new one, and returns the folders that could be read from it; `nil` if
  /// there is no such index.
  ///
  /// The new index lists these folders, with their settings, and the encoder; `update()` fills it, and goes on where it
  /// was interrupted. Of the old one nothing is kept: all that is in it comes from the notes.
  package static func replaceIfOfAnotherVersion(at path: String) async throws -> [String]? {
    guard isOfAnotherVersion(path) else { return nil }
    let path = RealPath.resolve(path)
    let lock = try SQLiteStore.lock(path)
    defer { withExtendedLifetime(lock) {} }
    // Another process may have replaced it.
    guard isOfAnotherVersion(path) else { return nil }
    let (folders, space) = contents(ofForeignIndexAt: path)
    let new = try await makeNew(besideIndexAt: path, of: folders, in: space)
    for suffix in suffixes.dropFirst() { unlink(path + suffix) }
    try move(new, to: path)
    return folders.map(\.path)
  }

  /// Returns the files that `replaceIfDamaged` set aside, sorted. They still contain the index's contents.
  package static func damagedCopies(ofIndexAt path: String) -> [String] {
    let file = URL(fileURLWithPath: RealPath.resolve(path))
    let folder = file.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix(file.lastPathComponent + ".damaged-") }.sorted().map { "\(folder)/\($0)" }
  }

  /// The path of the index that another encoder fills beside the one at `path`, until it takes that one's place.
  package static func successorPath(ofIndexAt path: String) -> String { RealPath.resolve(path) + ".next" }

  /// Removes what an interrupted change of the encoder left beside the index at `path`, if anything.
  ///
  /// Throws `SearchIndexError.busy` if the change is running.
  package static func removeSuccessor(ofIndexAt path: String) throws {
    let path = successorPath(ofIndexAt: path)
    guard FileManager.default.fileExists(atPath: path) else { return }
    let lock = try SQLiteStore.lock(path)
    defer { withExtendedLifetime(lock) {} }
    for suffix in suffixes { unlink(path + suffix) }
  }

  /// Removes a folder from what an interrupted change of the encoder left beside the index at `path`, if anything.
  package static func removeFolder(_ folder: String, fromSuccessorOfIndexAt path: String) async throws {
    let path = successorPath(ofIndexAt: path)
    guard FileManager.default.fileExists(atPath: path) else { return }
    let successor = try await SearchIndex.open(at: path)
    _ = try await successor.removeFolder(folder)
    try await successor.close()
  }

  /// Gives the index at `path` the contents of its successor in one transaction, then removes the successor.
  ///
  /// Until the transaction ends, searches find the former contents. It needs as much space on the disk as the successor
  /// has. Does nothing and returns `false` if the index has a folder that the successor lacks.
  package static func adoptSuccessor(ofIndexAt path: String, waitingFor patience: Duration) async throws -> Bool {
    let index = try await SQLiteStore.open(at: path)
    let successor = try await SQLiteStore.open(at: successorPath(ofIndexAt: path))
    let isAdopted = try await SearchIndex(in: index).whileWriting(waitingFor: patience) {
      let folders = try await successor.folders()
      for folder in try await index.folders() {
        guard folders.contains(where: { $0 == folder || RealPath.relative(folder, to: $0) != nil }) else {
          return false
        }
      }
      try await index.takeContents(of: successor)
      return true
    }
    try await successor.close()
    if isAdopted { try removeSuccessor(ofIndexAt: path) }
    try await index.close()
    return isAdopted
  }

  /// The suffixes of the file itself and of SQLite's files beside it.
  private static let suffixes = ["", "-wal", "-shm", "-journal"]

  /// Makes an empty index beside the one at `path`, and returns its path.
  private static func makeNew(
    besideIndexAt path: String, of folders: [(path: String, settings: FolderSettings)], in space: EmbeddingSpace? = nil
  ) async throws -> String {
    let new = path + ".new"
    for suffix in suffixes { unlink(new + suffix) }
    let index = try SQLiteStore(at: new)
    for folder in folders {
      try await index.noteFolder(folder.path)
      try await index.note(folder.settings, ofFolder: folder.path)
    }
    if let space { try await index.note(space) }
    try await index.close()
    return new
  }

  private static func move(_ new: String, to path: String) throws {
    guard rename(new, path) == 0 else {
      throw SearchIndexError.failed(path: path, reason: String(cString: strerror(errno)))
    }
  }

  private static func isOfAnotherVersion(_ path: String) -> Bool {
    do {
      try SQLiteStore.openDatabase(at: path, access: .readOnly).close()
      return false
    } catch SearchIndexError.otherVersion {
      return true
    } catch {
      // Whoever opens it next is told.
      return false
    }
  }

  /// Returns what can be read from an index of another version: its folders, and the space of its vectors.
  private static func contents(
    ofForeignIndexAt path: String
  ) -> (folders: [(path: String, settings: FolderSettings)], space: EmbeddingSpace?) {
    guard let database = try? DatabaseQueue(path: path) else { return ([], nil) }
    defer { try? database.close() }
    let folders = try? database.read { try Self.folders(in: $0) }
    let space = try? database.read { try EmbeddingSpace.stored(in: $0) }
    return (folders?.sorted { $0.path < $1.path } ?? [], space)
  }

  private static func isSound(at path: String) async throws -> Bool {
    do {
      let index = try SQLiteStore(at: path)
      let findings = try await index.check()
      try await index.close()
      return findings.isEmpty
    } catch SearchIndexError.corrupt {
      return false
    }
  }

  /// Links the file to a second name, so that an index exists at all times.
  private static func linkAside(_ path: String) throws -> String {
    let date = Date.now.formatted(.iso8601.year().month().day())
    for number in 1... {
      let aside = "\(path).damaged-\(date)" + (number == 1 ? "" : "-\(number)")
      if link(path, aside) == 0 { return aside }
      guard errno == EEXIST else { break }
    }
    throw SearchIndexError.failed(
      path: path, reason: "it is damaged and cannot be set aside: \(String(cString: strerror(errno)))")
  }

  /// Returns the folders of a damaged index and their settings, sorted by path: as recorded or, if that cannot be
  /// trusted, those that exist.
  private static func folders(ofDamagedIndexAt path: String) -> [(path: String, settings: FolderSettings)] {
    if let database = try? SQLiteStore.openDatabase(at: path, access: .readOnly) {
      defer { try? database.close() }
      let folders = try? database.read { try Self.folders(in: $0) }
      if let folders { return folders.sorted { $0.path < $1.path } }
    }
    // Without checksums, row by row.
    var configuration = Configuration()
    configuration.readonly = true
    // Lets SQLite read a file that is shorter than its header says.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA writable_schema = ON") }
    let address = URL(fileURLWithPath: path).absoluteString + "?immutable=1&vfs=unix"
    guard let database = try? DatabaseQueue(path: address, configuration: configuration) else { return [] }
    defer { try? database.close() }
    var folders: [(path: String, settings: FolderSettings)] = []
    _ = try? database.read { db in
      let rows = try folderRows(of: db)
      while let row = try rows.next() { if let folder = folder(row) { folders.append(folder) } }
    }
    var isFolder: ObjCBool = false
    return folders.sorted { $0.path < $1.path }.filter {
      $0.path.hasPrefix("/") && FileManager.default.fileExists(atPath: $0.path, isDirectory: &isFolder)
        && isFolder.boolValue
    }
  }

  private static func folders(in db: Database) throws -> [(path: String, settings: FolderSettings)] {
    let rows = try folderRows(of: db)
    var folders: [(path: String, settings: FolderSettings)] = []
    while let row = try rows.next() { if let folder = folder(row) { folders.append(folder) } }
    return folders
  }

  /// All columns, since those of another version may be others.
  private static func folderRows(of db: Database) throws -> RowCursor {
    try Row.fetchCursor(db, sql: "SELECT * FROM folders NOT INDEXED")
  }

  private static func folder(_ row: Row) -> (path: String, settings: FolderSettings)? {
    guard let path = (row["path"] as DatabaseValue?).flatMap(String.fromDatabaseValue) else { return nil }
    let settings = (row["settings"] as DatabaseValue?).flatMap(Int.fromDatabaseValue) ?? 0
    let timeZone = (row["time_zone"] as DatabaseValue?).flatMap(String.fromDatabaseValue)
    return (path, FolderSettings(.init(rawValue: settings).intersection(.all), timeZone: timeZone))
  }
}
