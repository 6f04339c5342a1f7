import CProcess
import ForeignFormats
import Foundation

/// Recognizes the letters on pictures with `tesseract`, in a process that inherits the limits and locks of this one.
struct TextRecognizer {
  /// The seconds of processor time that a picture may take: a dense page takes about five.
  private static let patience: Int32 = 60
  /// The longest text of a page, in bytes.
  private static let longest = 1 << 20

  private let program: String
  /// The languages that are installed, joined by `+`.
  private let languages: String

  /// Fails if `tesseract` is not installed, or has no language.
  init?() {
    guard let program = ScannedPages.recognizer else { return nil }
    self.program = program
    let list = Self.output(of: program, ["--list-langs"], input: []) ?? ""
    // Its first line is a heading; `osd` and `equ` are no languages.
    let names = list.split(whereSeparator: \.isNewline).dropFirst().filter { $0 != "osd" && $0 != "equ" }
    guard !names.isEmpty else { return nil }
    languages = names.joined(separator: "+")
  }

  /// Returns the text of a picture, empty if it has none; `nil` if it cannot be read.
  func text(of picture: [UInt8]) -> String? {
    Self.output(of: program, ["stdin", "stdout", "-l", languages], input: picture)
  }

  private static func output(of program: String, _ arguments: [String], input: [UInt8]) -> String? {
    var (toChild, fromChild): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&toChild) == 0 else { return nil }
    guard pipe(&fromChild) == 0 else {
      toChild.forEach { close($0) }
      return nil
    }
    for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    // On one thread: a page is too little for more.
    var environment = [strdup("OMP_THREAD_LIMIT=1"), nil]
    defer { (words + environment).forEach { free($0) } }
    let child = process_start(program, &words, &environment, toChild[0], fromChild[1], patience)
    close(toChild[0])
    close(fromChild[1])
    guard child > 0 else {
      close(toChild[1])
      close(fromChild[0])
      return nil
    }
    // It reads everything before it writes.
    send(input, to: toChild[1])
    close(toChild[1])
    let text = read(from: fromChild[0])
    close(fromChild[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status == 0 ? text : nil
  }

  private static func send(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        done += count
      }
    }
  }

  private static func read(from descriptor: Int32) -> String {
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while text.count < longest {
      let count = Foundation.read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      text += part[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }
}
