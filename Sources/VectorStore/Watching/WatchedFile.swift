package import Embedding
import Files
import Foundation
import Synchronization

/// An index in a file, which one process at a time keeps up to date: it has the lock beside the file.
package final class WatchedFile: WatchedIndex {
  package let name: String
  private let lock = Mutex<ProcessLock?>(nil)

  /// - Parameter path: The index file.
  package init(_ path: String) { name = path }

  package var isShared: Bool { false }

  package func begin() async throws -> IndexWatcher? {
    do {
      let new = try ProcessLock(at: Self.lockPath(of: name))
      lock.withLock { $0 = new }
      return nil
    } catch let held as ProcessLock.Held {
      return IndexWatcher(processID: held.processID)
    } catch let error as FileError {
      throw SearchIndexError.failed(path: name, reason: error.localizedDescription)
    }
  }

  package func end() async { lock.withLock { $0 = nil } }

  package func folders() async throws -> [String]? {
    FileStatus(of: name) == nil ? nil : try SearchIndex.folders(ofIndexAt: name)
  }

  package func take(_ folders: [String]) async throws -> [String: IndexWatcher] { [:] }

  package func leave(_ folder: String) async {}

  package func open(encoder: (any TextEncoder)?) async throws -> SearchIndex {
    try await SearchIndex.open(at: name, encoder: encoder, access: encoder == nil ? .readOnly : .readWrite)
  }

  package func isInAnotherSpace(than space: EmbeddingSpace) async throws -> Bool {
    try SearchIndex.isInAnotherSpace(than: space, indexAt: name)
  }

  package func isOutOfReach(after error: any Error) -> Bool { false }

  /// The process that keeps the index at a path up to date; `nil` if there is none.
  static func watcher(ofIndexAt path: String) -> Int32? { ProcessLock.holder(at: lockPath(of: path)) }

  private static func lockPath(of path: String) -> String { RealPath.resolve(path) + ".watch" }
}
