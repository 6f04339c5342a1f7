import Foundation

/// The sample notes and the questions about them.
package enum Corpus {
  package static let folder = Repository.url.appending(path: "corpus")

  /// Every note by its path in the folder; the README describes the notes and is none.
  package static func notes() throws -> [String: String] {
    var notes: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path != "README.md" {
      guard [".md", ".org", ".rst", ".txt"].contains(where: path.hasSuffix) else { continue }
      notes[path] = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
    return notes
  }

  /// The paths of the documents that are converted to text.
  package static func documents() throws -> [String] {
    let sets = ["documents.jsonl", "lists.jsonl", "questions.jsonl"]
    let texts = Set(try notes().keys)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
      path.contains("/") && path.contains(".") && !texts.contains(path) && !sets.contains(path)
    }.sorted()
  }

  package static func questions() throws -> [Question] { try questions(in: "questions.jsonl") }

  /// The questions about the documents that are converted to text.
  package static func documentQuestions() throws -> [Question] { try questions(in: "documents.jsonl") }

  private static func questions(in file: String) throws -> [Question] {
    let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    return try text.split(separator: "\n").map { try JSONDecoder().decode(Question.self, from: Data($0.utf8)) }
  }

  /// The questions that no few passages answer.
  package static func lists() throws -> [ListQuestion] {
    let text = try String(contentsOf: folder.appending(path: "lists.jsonl"), encoding: .utf8)
    return try text.split(separator: "\n").map { try JSONDecoder().decode(ListQuestion.self, from: Data($0.utf8)) }
  }

  /// As `corpus/README.md` describes it.
  package static func normalized(_ text: String) -> String {
    let plain = text.lowercased()
      .replacing("−", with: "-").replacing("–", with: "-").replacing("*", with: "").replacing("`", with: "")
      .replacing(#/(\d),(\d{3})(?!\d)/#) { $0.output.1 + $0.output.2 }
    return plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  package static func words(of text: String) -> Set<String> {
    let words = text.lowercased().split { !$0.isLetter }.filter { $0.count >= 4 }.map(String.init)
    return Set(words).subtracting(stopWords)
  }

  private static let stopWords = Set(
    """
    about above after again also been before being below between both cannot could does doing down during each ever
    every from further have having here hers herself himself into itself just like many more most much must myself need
    once only other ours over same shall should since some such than that their theirs them then there these they this
    those through under until very want were what when where which while will with would your yours
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
