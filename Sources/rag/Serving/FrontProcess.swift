import Files
import Foundation

/// The process that listens for clients of `rag serve`: the program `rag-serve`, beside this one.
///
/// It is started before this process is locked in. The two share a pair of sockets; neither can use the other's files
/// or network.
struct FrontProcess: Sendable {
  /// The name of the program.
  static let program = "rag-serve"
  /// This end of the pair of sockets.
  let descriptor: Int32

  /// The process that was started before this one was locked in.
  static let prepared = Prepared<FrontProcess>()

  /// The program's file.
  static var path: String { ConnectedProcess.path(of: program) }

  static func start() throws -> FrontProcess {
    guard FileManager.default.isExecutableFile(atPath: path) else { throw CommandError.noFront(path) }
    return FrontProcess(descriptor: try ConnectedProcess(path, connectedAt: [3]).descriptor)
  }
}
