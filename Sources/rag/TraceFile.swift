import Foundation
import LanguageModels
import Synchronization

/// Writes what happens beside the answers into a file, one JSON object a line.
final class TraceFile: Sendable {
  private let file: Mutex<FileHandle>

  /// Opens a file to add to.
  init(_ path: String) throws {
    let manager = FileManager.default
    guard manager.fileExists(atPath: path) || manager.createFile(atPath: path, contents: nil),
      let handle = FileHandle(forWritingAtPath: path)
    else { throw CommandError.badInput("\(path) cannot be written: name a file that can be with --trace") }
    try handle.seekToEnd()
    file = Mutex(handle)
  }

  /// Adds an event.
  func write(_ event: SessionEvent) {
    switch event {
    case .inference(let record): write("inference", record)
    case .toolCall(let record): write("toolCall", record)
    case .compactionEnded(let record): write("compaction", record)
    case .compactionBegan: break
    case .warning(let text): write("warning", text)
    }
  }

  private struct Line<Value: Encodable>: Encodable {
    var event: String
    var at: Double
    var value: Value
  }

  private func write(_ event: String, _ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let line = Line(event: event, at: Date().timeIntervalSince1970, value: value)
    guard let data = try? encoder.encode(line) else { return }
    file.withLock { file in
      do {
        try file.write(contentsOf: data + [UInt8(ascii: "\n")])
      } catch {
        Console.note("the trace could not be written: \(error.localizedDescription)")
      }
    }
  }
}
