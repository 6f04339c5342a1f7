#if os(Linux)
  import Foundation
  import Synchronization

  /// Tells of changes by inotify: of each folder, the kernel queues what happens to the names in it (inotify(7)).
  package final class InotifyWatch: FolderWatch {
    /// A folder of a root, as the kernel calls it.
    private struct Watches {
      var roots: [Int32: Set<String>] = [:]
      var of: [String: Set<Int32>] = [:]
    }

    /// What happens to files that are complete: one that is being written is not read before it is closed.
    private static let events = UInt32(
      IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB
        | IN_ONLYDIR | IN_EXCL_UNLINK)
    /// What happens to a followed folder itself, without a name in it.
    private static let own = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_ATTRIB | IN_IGNORED)

    private let descriptors: Descriptors
    private let watches = Mutex(Watches())
    private let onChange: @Sendable (Set<String>) -> Void

    /// - Throws: `FolderWatchError.limit` if this user's programs have as many queues as they may.
    package init(onChange: @escaping @Sendable (Set<String>) -> Void) throws(FolderWatchError) {
      self.onChange = onChange
      let descriptors = try Descriptors()
      self.descriptors = descriptors
      // It has what it needs but not this object, which may go before it.
      Thread.detachNewThread {
        Self.read(descriptors.queue, until: descriptors.ending) { [weak self] in self?.note($0) }
      }
    }

    deinit { stop() }

    package func stop() { descriptors.end() }

    package func follow(_ folders: [String], of root: String) throws(FolderWatchError) -> Int {
      let mounts = MountedFileSystem.all(
        in: (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? "")
      let remote = mounts.filter(\.isRemote)
      if let failure = Self.failure(of: folders, among: mounts, remote: remote) {
        leave(root)
        throw failure
      }
      let result: Result<Int, FolderWatchError> = watches.withLock { watches in
        let former = watches.of[root] ?? []
        var current: Set<Int32> = []
        for folder in folders {
          let watch = inotify_add_watch(descriptors.queue, folder, Self.events)
          if watch >= 0 {
            current.insert(watch)
            watches.roots[watch, default: []].insert(root)
          } else if errno == ENOSPC || errno == ENOMEM {
            watches.of[root] = former.union(current)
            return .failure(.limit(name: "fs.inotify.max_user_watches"))
          }
          // A folder that is gone, or cannot be read, is not of use until the folder around it changes.
        }
        watches.of[root] = current
        remove(former.subtracting(current), of: root, from: &watches)
        return .success(current.subtracting(former).count)
      }
      if case .failure = result { leave(root) }
      return try result.get()
    }

    package func leave(_ root: String) {
      watches.withLock { watches in
        remove(watches.of.removeValue(forKey: root) ?? [], of: root, from: &watches)
      }
    }

    private static func failure(
      of folders: [String], among mounts: [MountedFileSystem], remote: [MountedFileSystem]
    ) -> FolderWatchError? {
      guard !remote.isEmpty else { return nil }
      for folder in folders {
        if let system = MountedFileSystem.holding(folder, among: mounts), system.isRemote {
          return .fileSystem(kind: system.kind, folder: folder)
        }
      }
      return nil
    }

    private func remove(_ unneeded: Set<Int32>, of root: String, from watches: inout Watches) {
      for watch in unneeded {
        watches.roots[watch]?.remove(root)
        guard watches.roots[watch]?.isEmpty != false else { continue }
        watches.roots[watch] = nil
        inotify_rm_watch(descriptors.queue, watch)
      }
    }

    // MARK: reading

    private struct Event {
      var watch: Int32
      var mask: UInt32
      var name: String
    }

    /// Reads events as they come, until the pair is closed or the queue is broken.
    private static func read(_ queue: Int32, until ending: Int32, _ note: ([Event]) -> Void) {
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        var waiting = [
          pollfd(fd: queue, events: Int16(POLLIN), revents: 0), pollfd(fd: ending, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&waiting, 2, -1) >= 0 || errno == EINTR else { return }
        if waiting[1].revents != 0 { return }
        let count = buffer.withUnsafeMutableBytes { Foundation.read(queue, $0.baseAddress, $0.count) }
        if count > 0 {
          note(buffer.withUnsafeBytes { events(in: UnsafeRawBufferPointer(rebasing: $0[..<count])) })
        } else if count == 0 || ![EAGAIN, EINTR].contains(errno) {
          return
        }
      }
    }

    private static func events(in bytes: UnsafeRawBufferPointer) -> [Event] {
      let head = MemoryLayout<inotify_event>.size
      var events: [Event] = []
      var start = 0
      while start + head <= bytes.count {
        let (watch, mask, length) = (
          bytes.loadUnaligned(fromByteOffset: start, as: Int32.self),
          bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self),
          Int(bytes.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
        )
        let name = bytes[(start + head)..<min(start + head + length, bytes.count)].prefix { $0 != 0 }
        events.append(Event(watch: watch, mask: mask, name: String(decoding: name, as: UTF8.self)))
        start += head + length
      }
      return events
    }

    private func note(_ events: [Event]) {
      let changed: Set<String> = watches.withLock { watches in
        var changed: Set<String> = []
        for event in events {
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            // What was lost, nobody knows.
            changed.formUnion(watches.of.keys)
          } else if Self.isOfUse(event) {
            changed.formUnion(watches.roots[event.watch] ?? [])
          }
          // The kernel follows the folder no more, and may give the number to another.
          if event.mask & UInt32(IN_IGNORED) != 0, let roots = watches.roots.removeValue(forKey: event.watch) {
            for root in roots { watches.of[root]?.remove(event.watch) }
          }
        }
        return changed
      }
      if !changed.isEmpty { onChange(changed) }
    }

    /// Whether notes may differ after an event. Editors also write files that are no notes, such as `note.md~`.
    private static func isOfUse(_ event: Event) -> Bool {
      if event.name.isEmpty { return event.mask & own != 0 }
      if IgnoreRules.fileNames.contains(event.name) { return true }
      guard !event.name.hasPrefix(".") else { return false }
      return event.mask & UInt32(IN_ISDIR) != 0 || DocumentFolder.mayBeNote(event.name)
    }
  }
#endif
