import Files
package import ForeignFormats
import Foundation
import Synchronization

/// Converts files in foreign formats, in a process of its own: what makes a library crash or hang ends that process
/// alone.
///
/// The program is `rag-read`, beside this one. Without it, such files are not looked for.
package final class FileConverter: Sendable {
  /// Thrown if a file has no text.
  package struct Failure: Error, Hashable {
    package var reason: String
    /// Whether it is the file's fault, so that it fails again for as long as the file stays as it is.
    package var isOfFile = true
  }

  /// The converter of this process; `nil` if the program is not installed.
  package static let shared: FileConverter? = {
    let path = ConnectedProcess.path(of: "rag-read")
    return FileManager.default.isExecutableFile(atPath: path) ? FileConverter(path) : nil
  }()

  /// How long a file may take, in seconds: so many, and one more for each megabyte.
  private static let patience = 30
  /// How long a page may take that is a picture.
  private static let patienceForScan = 90
  /// After so many bytes of files, another process is started: libraries keep memory.
  private static let mostBytes = 256 << 20

  private struct State {
    var process: ConnectedProcess?
    var bytes = 0
  }

  private let path: String
  private let state = Mutex(State())

  package init(_ path: String) {
    self.path = path
    // A process that is gone is noticed when its answer is missing.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Converts a file, after those that others are having converted.
  ///
  /// - Parameters:
  ///   - readsScans: Whether text on pages that are pictures is recognized.
  ///   - calendar: How the events of calendars are looked at.
  /// - Throws: `Failure`.
  package func conversion(
    of bytes: [UInt8], named name: String, readsScans: Bool = false, calendar: CalendarView = .fromNow()
  ) throws(Failure) -> Conversion {
    let request = ConversionRequest(name: name, count: bytes.count, readsScans: readsScans, calendar: calendar)
    let result = state.withLock { state -> Result<Conversion, Failure> in
      Result { () throws(Failure) in try convert(bytes, request, &state) }
    }
    return try result.get()
  }

  private func convert(_ bytes: [UInt8], _ request: ConversionRequest, _ state: inout State) throws(Failure)
    -> Conversion
  {
    if state.bytes > Self.mostBytes { end(&state) }
    if state.process == nil {
      guard let new = try? ConnectedProcess(path, connectedAt: [STDIN_FILENO, STDOUT_FILENO]) else {
        throw Failure(reason: "\(path) cannot be started", isOfFile: false)
      }
      (state.process, state.bytes) = (new, 0)
    }
    guard let process = state.process else { throw Failure(reason: "\(path) cannot be started", isOfFile: false) }
    state.bytes += bytes.count
    let seconds = (request.readsScans ? Self.patienceForScan : Self.patience) + bytes.count >> 20
    let channel = ConverterChannel(process.descriptor, patience: seconds)
    guard let answer = channel.answer(to: request, bytes) else {
      state.process = nil
      let hasTimedOut = channel.hasTimedOut
      let ending = process.end(patience: hasTimedOut ? 0 : 1000)
      if hasTimedOut { throw Failure(reason: "its reader took longer than \(seconds) seconds") }
      if ending == ConnectedProcess.notStarted {
        throw Failure(reason: "a library is missing: run \(path) to see which", isOfFile: false)
      }
      var crash = "its reader crashed"
      if case .signal(let signal)? = ending { crash += " (signal \(signal))" }
      throw Failure(reason: crash)
    }
    if let conversion = answer.conversion { return conversion }
    throw Failure(reason: answer.failure ?? "its reader gave no reason")
  }

  private func end(_ state: inout State) {
    state.process?.end()
    state.process = nil
  }
}
