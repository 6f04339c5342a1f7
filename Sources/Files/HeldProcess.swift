import CProcess
import Foundation
import Synchronization

/// A connected program that ends with a thread of this process, and takes descriptors.
///
/// A process that is locked in may signal no other. On Linux, the program asks the kernel to kill it when the thread
/// that started it ends (`process_hang_on_parent`); that thread does nothing else.
package final class HeldProcess: Sendable {
  private let process: ConnectedProcess
  private let ending: DispatchSemaphore

  /// The end of the connection to the program.
  package var descriptor: Int32 { process.descriptor }

  /// - Throws: `POSIXError` if the program cannot be started.
  package init(_ path: String, connectedAt ends: [Int32]) throws {
    let (started, ending) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let result = Started()
    let thread = Thread {
      result.set(Result { try ConnectedProcess(path, connectedAt: ends) })
      started.signal()
      ending.wait()
    }
    thread.name = "rag.holding"
    thread.start()
    started.wait()
    self.ending = ending
    do {
      process = try result.take()
    } catch {
      ending.signal()
      throw error
    }
  }

  private final class Started: Sendable {
    private let result = Mutex<Result<ConnectedProcess, any Error>?>(nil)

    func set(_ new: Result<ConnectedProcess, any Error>) { result.withLock { $0 = new } }

    func take() throws -> ConnectedProcess {
      guard let result = result.withLock({ $0 }) else { throw POSIXError(.EAGAIN) }
      return try result.get()
    }
  }

  /// Passes a descriptor on to the program; returns whether it could be sent.
  package func send(_ descriptor: Int32) -> Bool { process_send(process.descriptor, descriptor) == 0 }

  /// Ends the program, if it has not ended by itself, and returns how it ended. To be called once.
  ///
  /// - Parameter lets: Whether it may end by itself, since it is seen to be at its end.
  @discardableResult
  package func end(lets isEnding: Bool = false) -> ChildProcess.Ending? {
    close(process.descriptor)
    if isEnding {
      let result = process.child.wait()
      ending.signal()
      return result
    }
    // Refused where this process is locked in.
    kill(process.child.id, SIGKILL)
    ending.signal()
    return process.child.wait()
  }
}
