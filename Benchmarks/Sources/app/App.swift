import Foundation
import RAGKit

/// An app with one import: `app INDEX FOLDER [MODEL]` indexes a folder and answers questions from standard input, one
/// per line, with a line of JSON each.
@main struct App {
  struct Line: Encodable {
    var outcome: String
    var answer: String?
    var sources: [String]
  }

  static func main() async throws {
    let arguments = CommandLine.arguments
    let notes = try await SearchIndex.open(at: arguments[1], encoder: try await StandardModels.encoder())
    _ = try await notes.update(from: arguments[2])
    let model = try await StandardModels.languageModel(arguments.count > 3 ? arguments[3] : nil)
    while let question = readLine() {
      let answer = try await notes.answer(to: question, using: model)
      var last: Answer.Snapshot?
      for try await snapshot in answer { last = snapshot }
      let line = Line(
        outcome: "\(last?.outcome ?? answer.outcome)", answer: last?.content,
        sources: (last?.sources ?? []).map { "\($0.number) \($0.source)" })
      print(String(decoding: try JSONEncoder().encode(line), as: UTF8.self))
      fflush(nil)
    }
    try await notes.close()
  }
}
