import Foundation
import Synchronization

/// All that the program prints, and the only place that prints: results to standard output, everything else to
/// standard error.
enum Console {
  static let outputIsTerminal = isatty(STDOUT_FILENO) == 1
  static let errorIsTerminal = isatty(STDERR_FILENO) == 1
  /// See no-color.org.
  static let usesStyles = ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty

  private static let progressShown = Mutex(false)
  /// Whether the last line of the results is not over: progress would erase it.
  private static let lineIsOpen = Mutex(false)

  /// Prints a result. Flushed at once, so that an answer appears as it is written.
  static func write(_ text: String, terminator: String = "\n") {
    clearProgress()
    if outputIsTerminal, let last = (text + terminator).last { lineIsOpen.withLock { $0 = !last.isNewline } }
    do {
      let shown = outputIsTerminal ? forTerminal(text) : text
      try FileHandle.standardOutput.write(contentsOf: Data((shown + terminator).utf8))
    } catch {
      self.error("standard output cannot be written: \(error.localizedDescription)")
      Program.leave(with: 2)
    }
  }

  /// Prints one JSON object on one line, keys sorted.
  static func writeJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    write(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Tells the user something that is not a result.
  static func note(_ text: String) {
    clearProgress()
    // Where not even this can be written there is nobody to tell.
    let shown = errorIsTerminal ? forTerminal(text) : text
    try? FileHandle.standardError.write(contentsOf: Data((shown + "\n").utf8))
  }

  /// Tells what failed, in one line.
  static func error(_ text: String) { note("rag: \(text)") }

  // MARK: styles

  static func bold(_ text: String) -> String { styled(text, "1") }
  static func dim(_ text: String) -> String { styled(text, "2") }
  static func warning(_ text: String) -> String { styled(text, "33") }

  private static func styled(_ text: String, _ code: String) -> String {
    outputIsTerminal && usesStyles ? "\(escape)[\(code)m\(text)\(escape)[0m" : text
  }

  /// Text that opens an address where the terminal knows OSC 8 hyperlinks.
  static func link(_ text: String, to address: String) -> String {
    guard outputIsTerminal, usesStyles else { return text }
    return "\(escape)]8;;\(address)\(escape)\\\(text)\(escape)]8;;\(escape)\\"
  }

  /// Stands for the escape character in the program's own styles: a character of private use, another one in each run,
  /// so that no note can hold it on purpose.
  private static let escape = Unicode.Scalar(UInt32.random(in: 0x10_0000...0x10_FFFD)) ?? "\u{10FFFD}"

  /// Text in which nothing but the program's own styles commands the terminal: what notes and file names hold of
  /// control characters is shown as �.
  private static func forTerminal(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case escape: shown.append("\u{1B}")
      case "\n", "\t": shown.append(scalar)
      case _ where scalar.properties.generalCategory == .control: shown.append("\u{FFFD}")
      default: shown.append(scalar)
      }
    }
    return String(shown)
  }

  // MARK: progress

  /// Shows a line that the next one replaces. Silent unless standard error is a terminal.
  static func progress(_ text: String) {
    guard errorIsTerminal, !lineIsOpen.withLock({ $0 }) else { return }
    progressShown.withLock { $0 = true }
    try? FileHandle.standardError.write(
      contentsOf: Data("\r\u{1B}[K\(forTerminal(String(text.prefix(columns - 1))))".utf8))
  }

  static func clearProgress() {
    let shown = progressShown.withLock { shown in
      defer { shown = false }
      return shown
    }
    if shown { try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K".utf8)) }
  }

  private static var columns: Int { columns(of: STDERR_FILENO) ?? 80 }

  /// The width of the terminal that results go to; `nil` if they go elsewhere or the width is not known.
  static var outputColumns: Int? { columns(of: STDOUT_FILENO) }

  private static func columns(of file: Int32) -> Int? {
    var size = winsize()
    return ioctl(file, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 20 ? Int(size.ws_col) : nil
  }
}
