#if os(Linux)
  import Foundation
  import Synchronization

  extension InotifyWatch {
    /// The queue, and a pair of sockets of which one is closed to end the thread that reads the queue.
    ///
    /// They are closed once nobody can use them any more: the number of a descriptor that is closed too early is soon
    /// that of another file, such as the index, and what was meant for the pair would be written into it.
    final class Descriptors: Sendable {
      let queue: Int32
      /// Can be read once the thread is to end.
      let ending: Int32
      private let writer: Mutex<Int32?>

      /// - Throws: `FolderWatchError.limit` if this user's programs have as many queues as they may.
      init() throws(FolderWatchError) {
        let queue = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard queue >= 0 else { throw errno == ENOSYS ? .unsupported : .limit(name: "fs.inotify.max_user_instances") }
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
          close(queue)
          throw .unsupported
        }
        (self.queue, ending) = (queue, ends[0])
        writer = Mutex(ends[1])
      }

      deinit {
        end()
        close(queue)
        close(ending)
      }

      /// Ends the thread, if it runs.
      func end() {
        writer.withLock { writer in
          if let descriptor = writer { close(descriptor) }
          writer = nil
        }
      }
    }
  }
#endif
