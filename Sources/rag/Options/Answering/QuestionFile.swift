import Foundation

/// A file of questions for `rag ask --batch`: one on each line, as text or as `{"id": …, "question": …}`.
struct QuestionFile {
  struct Entry: Hashable {
    /// The line's number, from 1.
    var line: Int
    /// The id that the file gives the question.
    var id: String?
    var question: String
  }

  /// The name that errors use.
  var name: String
  var entries: [Entry]

  /// Reads a file, or with `-` standard input. Blank lines are skipped.
  ///
  /// - Throws: `CommandError.badInput`, which names the line.
  init(at path: String) throws {
    let data: Data
    if path == "-" {
      name = "standard input"
      data = try FileHandle.standardInput.readToEnd() ?? Data()
    } else {
      name = path
      guard let contents = FileManager.default.contents(atPath: path) else {
        throw CommandError.badInput("\(path) cannot be read: give --batch a file with one question on each line")
      }
      data = contents
    }
    entries = []
    for (number, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      if text.allSatisfy(\.isWhitespace) { continue }
      entries.append(try Self.entry(text, number: number + 1, in: name))
    }
    if entries.isEmpty { throw CommandError.badInput("\(name) has no questions: write one on each line") }
  }

  private struct Object: Decodable {
    var id: String?
    var question: String
  }

  private static func entry(_ text: String, number: Int, in name: String) throws -> Entry {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.hasPrefix("{") else { return Entry(line: number, question: text) }
    guard let object = try? JSONDecoder().decode(Object.self, from: Data(text.utf8)),
      !object.question.allSatisfy(\.isWhitespace)
    else {
      throw CommandError.badInput(
        "\(name):\(number): expected a question as text, or as {\"id\": \"1\", \"question\": \"Who …?\"}")
    }
    return Entry(line: number, id: object.id, question: object.question)
  }
}
