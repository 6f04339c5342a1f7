import Files
import Foundation

/// The roots that are followed, each by events or, where there are none, by looking now and then.
struct FollowedFolders {
  private let events: (any FolderWatch)?
  private let polling: PollingWatch
  /// Why there are no events.
  private var lack = FolderWatchError.unsupported
  private var polled: Set<String> = []

  /// - Parameters:
  ///   - interval: The time between looks at folders without events.
  ///   - events: What tells of changes; by default, what the system has.
  ///   - onChange: Called with the roots in which something may have changed; after each interval, even if there are
  ///     none.
  init(
    every interval: Duration, events: (any FolderWatch)?, onChange: @escaping @Sendable (Set<String>) -> Void
  ) {
    polling = PollingWatch(every: interval, onChange: onChange)
    var found = events
    #if os(Linux)
      do {
        if found == nil { found = try InotifyWatch(onChange: onChange) }
      } catch {
        lack = error
      }
    #endif
    self.events = found
  }

  /// Follows all folders of a root.
  ///
  /// - Parameter folder: The root, with what is indexed of it.
  /// - Returns: What is in it, and why it is looked at from now on instead of being told of, if that is new. All
  ///   changes after the listing are told of.
  mutating func follow(_ folder: DocumentFolder) throws -> (listing: DocumentFolder.Listing, FolderWatchError?) {
    let root = folder.path
    var listing = try folder.listing()
    guard !polled.contains(root) else { return (listing, nil) }
    do {
      guard let events else { throw lack }
      // What was made in a folder before it was followed is found by looking once more.
      while try events.follow(listing.absoluteFolders(in: root), of: root) > 0 { listing = try folder.listing() }
      return (listing, nil)
    } catch let failure as FolderWatchError {
      polled.insert(root)
      _ = polling.follow([root], of: root)
      return (listing, failure)
    }
  }

  mutating func leave(_ root: String) {
    events?.leave(root)
    polling.leave(root)
    polled.remove(root)
  }

  func stop() {
    events?.stop()
    polling.stop()
  }
}

extension DocumentFolder.Listing {
  /// The folders that were entered.
  fileprivate func absoluteFolders(in root: String) -> [String] {
    folders.map { folder in
      folder.bytes.isEmpty ? root : (root == "/" ? "" : root) + "/" + String(decoding: folder.bytes, as: UTF8.self)
    }
  }
}
