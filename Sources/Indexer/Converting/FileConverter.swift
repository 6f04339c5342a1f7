import Files
package import ForeignFormats
import Foundation
import Synchronization

/// Converts files in foreign formats, each in a process of its own: what makes a library crash or hang ends that
/// process alone, and what takes it over meets no other file.
///
/// The program is `rag-read`, beside this one. Without it, such files are not looked for. It is started once, and makes
/// a copy of itself for each file, which takes a few milliseconds instead of the tenth of a second of a start.
package final class FileConverter: Sendable {
  /// Thrown if a file has no text.
  package struct Failure: Error, Hashable {
    package var reason: String
    /// Whether it is the file's fault, so that it fails again for as long as the file stays as it is.
    package var isOfFile = true
  }

  /// How long a file may take, in seconds.
  package struct Limits: Sendable {
    /// For a file: so many, and one more for each megabyte, of processor time and of silence. The time in all is a
    /// multiple, since a machine can be busy.
    package var file = 30
    package var multiple = 4
    /// The silence of a page that is a picture, and the time of all such pages.
    package var scan = 90
    package var scans = 1800

    package init() {}
  }

  /// The converter of this process; `nil` if the program is not installed.
  package static let shared: FileConverter? = {
    let path = ConnectedProcess.path(of: "rag-read")
    return FileManager.default.isExecutableFile(atPath: path) ? FileConverter(path) : nil
  }()

  private let path: String
  private let limits: Limits
  private let program = Mutex<HeldProcess?>(nil)

  package init(_ path: String, limits: Limits = Limits()) {
    (self.path, self.limits) = (path, limits)
    // A process that is gone is noticed when its answer is missing.
    signal(SIGPIPE, SIG_IGN)
  }

  deinit { program.withLock { $0 }?.end() }

  /// Converts a file, after those that others are having converted. Blocks its thread, which may be none of Swift's.
  ///
  /// - Parameters:
  ///   - readsScans: Whether text on pages that are pictures is recognized.
  ///   - calendar: How the events of calendars are looked at.
  /// - Throws: `Failure`.
  package func conversion(
    of bytes: [UInt8], named name: String, readsScans: Bool = false, calendar: CalendarView = .fromNow()
  ) throws(Failure) -> Conversion {
    let megabytes = bytes.count >> 20
    let seconds = readsScans ? limits.scans : limits.file + megabytes
    let patience = ConverterChannel.Patience(
      silence: (readsScans ? limits.scan : limits.file) + megabytes,
      total: readsScans ? limits.scans : limits.multiple * seconds)
    let request = ConversionRequest(
      name: name, count: bytes.count, readsScans: readsScans, seconds: seconds, calendar: calendar)
    let result = program.withLock { program -> Result<Conversion, Failure> in
      Result { () throws(Failure) in try convert(bytes, request, patience, &program) }
    }
    return try result.get()
  }

  private func convert(
    _ bytes: [UInt8], _ request: ConversionRequest, _ patience: ConverterChannel.Patience,
    _ program: inout HeldProcess?
  ) throws(Failure) -> Conversion {
    guard let reader = program ?? (try? HeldProcess(path, connectedAt: [STDIN_FILENO, STDOUT_FILENO])) else {
      throw Failure(reason: "\(path) cannot be started", isOfFile: false)
    }
    program = nil
    guard let (near, far) = Self.pair() else {
      reader.end()
      throw Failure(reason: "no socket can be made for its reader", isOfFile: false)
    }
    let isSent = reader.send(far)
    close(far)
    let channel = ConverterChannel(near, patience: patience)
    let answer = isSent ? channel.answer(to: request, bytes) : nil
    close(near)
    if let seconds = channel.exceeded {
      reader.end()
      throw Failure(reason: "its reader took longer than \(seconds) seconds")
    }
    // How the process of this file ended. One that does not end, though it has answered, is ended with the program.
    let ending = ConverterChannel(reader.descriptor, patience: Self.patienceForEnd)
    if let signal = ending.readCount() {
      program = reader
      guard let answer else {
        throw Failure(reason: Self.reason(forSignal: Int32(truncatingIfNeeded: signal), request))
      }
      return try Self.conversion(answer)
    }
    let ended = reader.end(lets: ending.isAtEnd)
    if let answer { return try Self.conversion(answer) }
    if ended == ChildProcess.notStarted {
      throw Failure(reason: "a library is missing: run \(path) to see which", isOfFile: false)
    }
    guard case .signal(let signal)? = ended else { throw Failure(reason: Self.reason(forSignal: 0, request)) }
    throw Failure(reason: Self.reason(forSignal: signal, request))
  }

  private static func conversion(_ answer: ConversionAnswer) throws(Failure) -> Conversion {
    guard let conversion = answer.conversion else {
      throw Failure(reason: answer.failure ?? "its reader gave no reason")
    }
    return conversion
  }

  /// A process that has answered has nothing more to do.
  private static let patienceForEnd = ConverterChannel.Patience(silence: 5, total: 5)

  private static func reason(forSignal signal: Int32, _ request: ConversionRequest) -> String {
    switch signal {
    case 0: "its reader crashed"
    case SIGXCPU: "its reader took longer than \(request.seconds) seconds"
    default: "its reader crashed (signal \(signal))"
    }
  }

  private static func pair() -> (near: Int32, far: Int32)? {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #endif
    return socketpair(AF_UNIX, kind, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
  }
}
