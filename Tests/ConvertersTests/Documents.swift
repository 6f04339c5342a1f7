import Converters
import ForeignFormats
import Foundation
import TestSupport

/// The documents of these tests.
enum Documents {
  static let folder = Repository.url.appending(path: "Tests/ConvertersTests/Documents")

  /// All of them, as in `pages/report.pdf`.
  static var names: [String] {
    let found = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return found.filter { ForeignFormat(path: $0) != nil }.sorted()
  }

  /// How calendars are looked at: in UTC, up to 1 December 2036.
  static let calendar = CalendarView(timeZone: "UTC", lastDay: Day(2036, 12, 1))

  static func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

  static func conversion(_ name: String) throws -> Conversion {
    guard let format = ForeignFormat(path: name) else { throw CocoaError(.fileNoSuchFile) }
    return try format.conversion(of: Array(bytes(name)), named: name, calendar: calendar)
  }

  /// Makes a document with a script in their folder.
  static func made(_ kind: String, by script: String) throws -> Data {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-B", folder.appending(path: script).path, kind]
    process.standardOutput = pipe
    try process.start()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileReadUnknown) }
    return data
  }

  /// Converts a document with one kind of thing in it, such as `raised-docx`.
  static func conversion(ofPiece kind: String) throws -> Conversion {
    let name = "a." + (kind.split(separator: "-").last ?? "")
    guard let format = ForeignFormat(path: name) else { throw CocoaError(.fileNoSuchFile) }
    return try format.conversion(of: Array(made(kind, by: "pieces.py")), named: name)
  }

  static func conversion(
    of text: String, named name: String, calendar: CalendarView = calendar
  ) throws -> Conversion {
    guard let format = ForeignFormat(path: name) else { throw CocoaError(.fileNoSuchFile) }
    return try format.conversion(of: Array(text.utf8), named: name, calendar: calendar)
  }
}

extension Conversion {
  /// The label of the place with a line; of a row, its number.
  func place(of line: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let number = lines.firstIndex(where: { $0.contains(line) }).map({ $0 + 1 }),
      let mark = marks.last(where: { $0.line <= number })
    else { return nil }
    return mark.row.map { "\(mark.label) \($0 + number - mark.line)" } ?? mark.label
  }
}
