import Foundation
import LanguageModels
import NotesRecords
import Synchronization

/// The only code that prints: results to standard output, everything else to standard error.
enum Console {
  private static var output: Screen { Surroundings.current.output }
  private static var errors: Screen { Surroundings.current.errors }
  static var outputIsTerminal: Bool { output.isTerminal }
  static var errorIsTerminal: Bool { errors.isTerminal }
  /// The width of the terminal in columns; `nil` if standard output is not a terminal or its width is unknown.
  static var outputColumns: Int? { output.columns }

  private static let progressShown = Mutex(false)
  /// Whether the last line of the results is incomplete: progress would erase it.
  private static let lineIsOpen = Mutex(false)

  /// Prints a result on one line; line breaks in it, as in a file name, are escaped.
  static func write(_ line: String) { writeOut(shown(line, \.visibleLine) + "\n") }

  /// Prints text of several lines, or a piece of it. Unbuffered, so that an answer appears as it is generated.
  static func write(text: String, terminator: String = "\n") { writeOut(shown(text, \.visibleText) + terminator) }

  private static func writeOut(_ text: String) {
    clearProgress()
    if outputIsTerminal, let last = text.last { lineIsOpen.withLock { $0 = !last.isNewline } }
    do {
      try output.write(text)
    } catch let error as NSError
      where (error.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(EPIPE)
    {
      // Whoever reads, such as `head`, has enough: the end that a shell expects.
      Program.leave(with: 128 + SIGPIPE)
    } catch {
      self.error("cannot write to standard output: \(error.localizedDescription)")
      Program.leave(with: 2)
    }
  }

  /// Prints one JSON object of a command's schema on one line.
  static func writeJSON(_ record: some Encodable) throws {
    writeOut(try json(VersionedRecord(record: record)) + "\n")
  }

  /// Returns a value as JSON on one line with sorted keys. Characters that a terminal would obey or hide are escaped.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self).visibleJSON
  }

  /// Prints one line that is not a result.
  static func note(_ line: String) { writeError(shown(line, \.visibleLine) + "\n") }

  /// Prints several lines that are not a result.
  static func note(text: String) { writeError(shown(text, \.visibleText) + "\n") }

  /// Prints a piece of text that is not a result, as it arrives.
  static func note(piece: String) { writeError(shown(piece, \.visibleText)) }

  private static func writeError(_ text: String) {
    clearProgress()
    // If standard error cannot be written, there is nowhere to report it.
    try? errors.write(text)
  }

  /// Prints an error on one line.
  static func error(_ text: String) { note("rag: \(text)") }

  // MARK: styles

  static func bold(_ text: String) -> String { styled(text, "1") }
  static func dim(_ text: String) -> String { styled(text, "2") }
  static func warning(_ text: String) -> String { styled(text, "33") }

  private static func styled(_ text: String, _ code: String) -> String {
    output.hasStyles ? "\(escape)[\(code)m\(text)\(escape)[0m" : text
  }

  /// Returns text that links to a URL in terminals that support OSC 8 hyperlinks.
  static func link(_ text: String, to address: String) -> String {
    guard output.hasStyles else { return text }
    return "\(escape)]8;;\(address)\(escape)\\\(text)\(escape)]8;;\(escape)\\"
  }

  /// A placeholder for the escape character in the program's own styles: four private-use characters, random in each
  /// run, so that a note contains them with a probability of 2⁻⁶³.
  private static let escape = String(
    String.UnicodeScalarView(
      (0..<4).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0x10_0000...0x10_FFFD)) }))

  /// Returns text in which only the program's own styles control the terminal.
  private static func shown(_ text: String, _ visible: (Substring) -> String) -> String {
    text.unicodeScalars.split(separator: escape.unicodeScalars, omittingEmptySubsequences: false)
      .map { visible(Substring($0)) }.joined(separator: "\u{1B}")
  }

  // MARK: progress

  /// Shows a line that the next one replaces. Does nothing unless standard error is a terminal.
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
