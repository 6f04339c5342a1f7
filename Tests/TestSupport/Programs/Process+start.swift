import Foundation
import Synchronization

extension Process {
  private static let turn = Mutex(())

  /// Runs the program, as `run` does, while no other test starts one.
  ///
  /// Foundation learns of a program's end from a socket that the program holds. A program that is started between the
  /// making of that socket and the start it is for inherits it too: if it is a server, the first never seems to end.
  package func start() throws {
    try Self.turn.withLock { _ in try run() }
  }
}
