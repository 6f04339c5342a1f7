import Files
import Foundation

/// A file that keeps the results of an evaluation as they come, one JSON object on each line.
struct AnswerResultsFile {
  private struct Line: Codable {
    var settings: String
    var result: AnswerResult
  }

  /// The results of the set that were there, by question.
  private(set) var results: [String: AnswerResult] = [:]
  private let file: FileHandle
  private let settings: String

  /// Opens or creates a file. A last line that was not written completely is removed.
  ///
  /// - Throws: `EvaluationError.otherSettings` if it has results of the same set with other settings;
  ///   `EvaluationError.badLine` for any other file.
  init(at path: String, set: String, settings: String) throws {
    self.settings = settings
    try? PrivateFile.create(at: path, makesFolders: false)
    guard let file = FileHandle(forUpdatingAtPath: path) else { throw EvaluationError.unwritable(path: path) }
    self.file = file
    let data = try file.readToEnd() ?? Data()
    let whole = data.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let decoder = JSONDecoder()
    for (number, line) in data[..<whole].split(separator: UInt8(ascii: "\n")).enumerated() {
      guard let line = try? decoder.decode(Line.self, from: line) else {
        throw EvaluationError.badLine(path: path, line: number + 1, expected: "a result of an earlier run")
      }
      guard line.result.set == set else { continue }
      guard line.settings == settings else {
        throw EvaluationError.otherSettings(path: path, there: line.settings, here: settings)
      }
      results[line.result.id] = line.result
    }
    // What else has no line break is no file of results, and stays as it is.
    if whole < data.count, whole == 0, data.first != UInt8(ascii: "{") {
      throw EvaluationError.badLine(path: path, line: 1, expected: "a result of an earlier run")
    }
    try file.truncate(atOffset: UInt64(whole))
  }

  /// Adds a result.
  mutating func append(_ result: AnswerResult) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try file.write(contentsOf: try encoder.encode(Line(settings: settings, result: result)) + Data("\n".utf8))
    results[result.id] = result
  }
}
