import ForeignFormats
import Foundation
import TestSupport

/// The built `rag-read`, which converts files one after another.
final class ReadingProgram {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())

  /// What it did with a file.
  enum Outcome: Equatable {
    case text(Conversion)
    case failure(String)
    /// A signal or exit code, which no file may cause.
    case ended(Int32)
  }

  /// - Parameter environment: Variables that it gets besides those of the tests.
  init(environment: [String: String] = [:]) throws {
    process.executableURL = URL(filePath: BuiltProgram.path).deletingLastPathComponent().appending(path: "rag-read")
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    // The pipe of a program that ended is an error, not a signal.
    signal(SIGPIPE, SIG_IGN)
    try process.start()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// After so many seconds a program hangs, whatever the machine.
  private static let mostSeconds = 120.0

  func outcome(of bytes: Data, named name: String, readsScans: Bool = false) throws -> Outcome {
    let id = process.processIdentifier
    let watch = DispatchWorkItem { kill(id, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.mostSeconds, execute: watch)
    defer { watch.cancel() }
    let request = try JSONEncoder().encode(ConversionRequest(name: name, count: bytes.count, readsScans: readsScans))
    do {
      try input.fileHandleForWriting.write(contentsOf: request + Data("\n".utf8) + bytes)
    } catch {
      return ended()
    }
    var line = Data()
    // An empty line is a sign of life.
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) || line.isEmpty {
      if byte.isEmpty { return ended() }
      if byte != Data("\n".utf8) { line += byte }
    }
    guard let count = Int(String(decoding: line, as: UTF8.self)) else { return ended() }
    var json = Data()
    while json.count < count, let more = try output.fileHandleForReading.read(upToCount: count - json.count) {
      if more.isEmpty { return ended() }
      json += more
    }
    let answer = try JSONDecoder().decode(ConversionAnswer.self, from: json)
    return answer.conversion.map(Outcome.text) ?? .failure(answer.failure ?? "")
  }

  /// The most memory that it has used so far, in megabytes.
  func peakMegabytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 / 1024 } ?? 0
  }

  private func ended() -> Outcome {
    process.waitUntilExit()
    return .ended(process.terminationStatus)
  }
}
