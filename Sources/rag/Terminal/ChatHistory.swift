import CEdit
import Files
import Foundation

/// The questions that were typed in `rag chat`, which the arrow keys bring back: a file with one on each line.
///
/// libedit's own functions for such a file set its mode each time, which a locked process may not.
struct ChatHistory: Sendable {
  private static let most = 500

  private let path: String

  /// Reads a file, which need not exist yet.
  init(at path: String) {
    self.path = path
    using_history()
    stifle_history(Int32(Self.most))
    try? PrivateFile.create(at: path)
    let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
    for line in lines.suffix(Self.most) { add_history(String(line)) }
    if lines.count > Self.most { write(lines.suffix(Self.most).joined(separator: "\n") + "\n", replacing: true) }
  }

  /// Adds a line.
  func add(_ line: String) {
    add_history(line)
    write(line + "\n", replacing: false)
  }

  private func write(_ text: String, replacing: Bool) {
    guard let file = FileHandle(forWritingAtPath: path) else { return }
    if replacing { try? file.truncate(atOffset: 0) }
    _ = try? file.seekToEnd()
    try? file.write(contentsOf: Data(text.utf8))
  }
}
