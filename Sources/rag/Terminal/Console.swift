import Foundation
import Synchronization

/// All that the program prints, and the only place that prints: results to standard output, everything else to
/// standard error.
enum Console {
  private static var output: Screen { Surroundings.current.output }
  private static var errors: Screen { Surroundings.current.errors }
  static var outputIsTerminal: Bool { output.isTerminal }
  static var errorIsTerminal: Bool { errors.isTerminal }
  /// The width of the terminal that results go to; `nil` if they go elsewhere or the width is not known.
  static var outputColumns: Int? { output.columns }

  private static let progressShown = Mutex(false)
  /// Whether the last line of the results is not over: progress would erase it.
  private static let lineIsOpen = Mutex(false)

  /// Prints a result: one line, whatever it holds. Names and headings may hold anything.
  static func write(_ line: String) { writeOut(shown(line, \.visibleLine) + "\n") }

  /// Prints text of several lines, or a piece of it. Flushed at once, so that an answer appears as it is written.
  static func write(text: String, terminator: String = "\n") { writeOut(shown(text, \.visibleText) + terminator) }

  private static func writeOut(_ text: String) {
    clearProgress()
    if outputIsTerminal, let last = text.last { lineIsOpen.withLock { $0 = !last.isNewline } }
    do {
      try output.write(text)
    } catch {
      self.error("standard output cannot be written: \(error.localizedDescription)")
      Program.leave(with: 2)
    }
  }

  /// Prints one JSON object of a command's schema on one line.
  static func writeJSON(_ record: some Encodable) throws {
    writeOut(try json(VersionedRecord(record: record)) + "\n")
  }

  /// One JSON object on one line, keys sorted. What a terminal would obey or hide is escaped in it.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self).visibleJSON
  }

  /// Tells the user something that is not a result, in one line.
  static func note(_ line: String) { writeError(shown(line, \.visibleLine) + "\n") }

  /// Tells the user something in several lines.
  static func note(text: String) { writeError(shown(text, \.visibleText) + "\n") }

  private static func writeError(_ text: String) {
    clearProgress()
    // Where not even this can be written there is nobody to tell.
    try? errors.write(text)
  }

  /// Tells what failed, in one line.
  static func error(_ text: String) { note("rag: \(text)") }

  // MARK: styles

  static func bold(_ text: String) -> String { styled(text, "1") }
  static func dim(_ text: String) -> String { styled(text, "2") }
  static func warning(_ text: String) -> String { styled(text, "33") }

  private static func styled(_ text: String, _ code: String) -> String {
    output.hasStyles ? "\(escape)[\(code)m\(text)\(escape)[0m" : text
  }

  /// Text that opens an address where the terminal knows OSC 8 hyperlinks.
  static func link(_ text: String, to address: String) -> String {
    guard output.hasStyles else { return text }
    return "\(escape)]8;;\(address)\(escape)\\\(text)\(escape)]8;;\(escape)\\"
  }

  /// Stands for the escape character in the program's own styles: four characters of private use, others in each run,
  /// so that no note can hold them but by a chance of one in 2⁶³.
  private static let escape = String(
    String.UnicodeScalarView(
      (0..<4).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0x10_0000...0x10_FFFD)) }))

  /// Text in which nothing but the program's own styles commands the terminal.
  private static func shown(_ text: String, _ visible: (Substring) -> String) -> String {
    text.unicodeScalars.split(separator: escape.unicodeScalars, omittingEmptySubsequences: false)
      .map { visible(Substring($0)) }.joined(separator: "\u{1B}")
  }

  // MARK: progress

  /// Shows a line that the next one replaces. Silent unless standard error is a terminal.
  static func progress(_ text: String) {
    guard errorIsTerminal, !lineIsOpen.withLock({ $0 }) else { return }
    progressShown.withLock { $0 = true }
    let line = text.visibleLine.prefix((errors.columns ?? 80) - 1)
    try? errors.write("\r\u{1B}[K\(line)")
  }

  static func clearProgress() {
    let shown = progressShown.withLock { shown in
      defer { shown = false }
      return shown
    }
    if shown { try? errors.write("\r\u{1B}[K") }
  }
}
