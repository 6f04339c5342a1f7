import Foundation

/// An answer that `rag ask --json` or `rag chat --json` printed, as far as its citations can be verified.
struct SavedAnswer: Decodable {
  struct Source: Decodable {
    var number: Int
    var source: String
    var folder: String
    var path: String
    var firstLine: Int
    var lastLine: Int
    var text: String
    var digest: String?
    var ocr: Bool?
  }

  var id: String?
  var question: String
  var sources: [Source]

  /// Reads a file with an answer on each line, or with `-` standard input.
  ///
  /// - Throws: `CommandError.badInput`, which names the line that is no answer.
  static func answers(in path: String) throws -> [SavedAnswer] {
    let name = path == "-" ? "standard input" : path
    let data =
      path == "-" ? try FileHandle.standardInput.readToEnd() ?? Data() : FileManager.default.contents(atPath: path)
    guard let data else { throw CommandError.badInput("\(name) cannot be read: name a file of answers") }
    var answers: [SavedAnswer] = []
    for (number, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if line.allSatisfy({ $0 <= 0x20 }) { continue }
      guard let answer = try? JSONDecoder().decode(SavedAnswer.self, from: line),
        answer.sources.allSatisfy({ 1 <= $0.firstLine && $0.firstLine <= $0.lastLine })
      else {
        throw CommandError.badInput("\(name):\(number + 1): expected an answer as 'rag ask --json' prints it")
      }
      answers.append(answer)
    }
    if answers.isEmpty { throw CommandError.badInput("\(name) has no answers: save one with 'rag ask --json'") }
    return answers
  }
}
