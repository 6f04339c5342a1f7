import Foundation
import RAGKit

/// Answers a question from a folder of notes: `ask FOLDER QUESTION [MODEL]`.
@main struct Ask {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard (2...3).contains(arguments.count) else {
      print("usage: ask FOLDER QUESTION [MODEL]")
      exit(64)
    }
    let (folder, question) = (arguments[0], arguments[1])

    // A later run reads only the notes that have changed.
    let notes = try await SearchIndex.open(at: "notes.sqlite", encoder: StandardModels.encoder())
    let report = try await notes.update(from: folder)
    for failure in report.failures { print("not read: \(failure)") }

    let model = try await StandardModels.languageModel(arguments.count == 3 ? arguments[2] : nil)
    let answer = try await notes.answer(to: question, using: model)
    var printed = 0
    for try await snapshot in answer {
      // A snapshot is the whole answer so far.
      print(snapshot.content.dropFirst(printed), terminator: "")
      printed = snapshot.content.count
    }
    print()
    let last = try await answer.collect()
    for cited in last.sources { print("[\(cited.number)] \(cited.source)") }
    for word in last.sentences.flatMap({ $0.unsupported }) { print("not in the cited lines: \(word)") }
    if last.sources.isEmpty {
      for passage in answer.passages.prefix(3) { print("perhaps: \(passage.source)") }
    }
  }
}
