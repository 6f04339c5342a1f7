import Foundation
import LanguageModels
import Synchronization

/// Writes session events to a file, one JSON object per line.
final class TraceFile: Sendable {
  private let file: Mutex<FileHandle>

  /// Opens a file for appending; creates it if it is missing.
  init(_ path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw CommandError.badInput("cannot write \(path): give --trace a writable file")
    }
    file = Mutex(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
  }

  /// Appends an event.
  func write(_ event: SessionEvent) {
    switch event {
    case .inference(let record): write("inference", record)
    case .toolCall(let record): write("toolCall", record)
    case .compactionEnded(let record): write("compaction", record)
    case .compactionBegan(let tokens, let window):
      write("compactionBegan", ["tokenCount": tokens, "contextSize": window])
    case .retrieval(let record): write("retrieval", record)
    case .warning(let text): write("warning", text)
    // The record of the inference has the number of its tokens.
    case .reasoning: break
    }
  }

  private struct Line<Value: Encodable>: Encodable {
    var event: String
    var at: Double
    var value: Value
  }

  private func write(_ event: String, _ value: some Encodable) {
    let line = Line(event: event, at: Date().timeIntervalSince1970, value: value)
    guard let json = try? Console.json(line) else { return }
    file.withLock { file in
      do {
        try file.write(contentsOf: Data((json + "\n").utf8))
      } catch {
        Console.note("the trace could not be written: \(error.localizedDescription)")
      }
    }
  }
}
