import Foundation

/// Files with one JSON object on each line.
enum JSONLines {
  /// Returns the nonblank lines of a file, with their numbers from 1.
  ///
  /// - Throws: `EvaluationError.unreadable`.
  static func lines(of path: String) throws -> [(number: Int, text: String)] {
    guard let data = FileManager.default.contents(atPath: path) else { throw EvaluationError.unreadable(path: path) }
    // Split as bytes: a line may contain characters that Swift treats as line breaks.
    return data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .map { ($0.offset + 1, String(decoding: $0.element, as: UTF8.self)) }
      .map { ($0, $1.hasSuffix("\r") ? String($1.dropLast()) : $1) }
      .filter { !$0.1.allSatisfy(\.isWhitespace) }
  }

  /// Returns the values on the lines of a file, with the lines' numbers.
  ///
  /// - Parameter expected: What a line should hold, for the error that names one that does not.
  static func elements<Element: Decodable>(
    of path: String, expecting expected: String = "a JSON object with id and text"
  ) throws -> [(line: Int, value: Element)] {
    let decoder = JSONDecoder()
    return try lines(of: path).map { number, line in
      do {
        return (number, try decoder.decode(Element.self, from: Data(line.utf8)))
      } catch {
        throw EvaluationError.badLine(path: path, line: number, expected: expected)
      }
    }
  }
}
