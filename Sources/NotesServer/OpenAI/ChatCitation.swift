import Foundation
import JSONSchema
import LanguageModels
import NotesMCP
import Retriever
import VectorStore

/// A source of an answer, in the forms in which chat programs show one, without effective markup.
struct ChatCitation: Sendable {
  var number: Int
  /// `keys.md:41-58`.
  var place: String
  var title: String
  var text: String
  var score: Double
  /// The page that shows the lines.
  var address: String

  /// - Parameter base: The server's own address, such as `http://127.0.0.1:8377`.
  init(_ source: CitedSource, passage: Passage, base: String) {
    number = source.number
    place = MarkupEscaper.escaped(source.source.description.visibleLine)
    title = MarkupEscaper.escaped(passage.title)
    text = MarkupEscaper.escaped(source.text)
    score = passage.score
    address = base + PageAddress.of(source.source)
  }

  /// What Open WebUI shows below an answer.
  static func openWebUI(_ citations: [ChatCitation]) -> JSONValue {
    .array(
      citations.map { citation in
        [
          "source": [
            "id": .string(citation.place), "name": .string(citation.place), "url": .string(citation.address),
          ],
          "document": [.string(citation.text)],
          "metadata": [["source": .string(citation.place), "name": .string(citation.title)]],
          "distances": [.double(citation.score)],
        ]
      })
  }

  /// OpenAI's annotations, one for each mark in the text. Places are counted in Unicode's code points.
  static func annotations(_ citations: [ChatCitation], in text: String) -> [JSONValue] {
    let scalars = Array(text.unicodeScalars)
    let numbers = Dictionary(citations.map { ($0.number, $0) }) { first, _ in first }
    var annotations: [JSONValue] = []
    var place = 0
    while place < scalars.count {
      guard scalars[place] == "[", let end = scalars[place...].firstIndex(of: "]"), end - place < 6,
        let number = Int(String(String.UnicodeScalarView(scalars[(place + 1)..<end]))), let citation = numbers[number]
      else {
        place += 1
        continue
      }
      annotations.append([
        "type": "url_citation",
        "url_citation": [
          "start_index": .integer(place), "end_index": .integer(end + 1), "url": .string(citation.address),
          "title": .string(citation.place),
        ],
      ])
      place = end + 1
    }
    return annotations
  }

  /// The list of sources below an answer, for programs that show nothing but text.
  static func list(_ citations: [ChatCitation]) -> String {
    citations.isEmpty ? "" : "\n\n" + citations.map { "[\($0.number)] \($0.place)" }.joined(separator: "  \n")
  }

  /// Returns an earlier answer without its marks and the list of its sources.
  static func stripped(_ answer: String) -> String {
    var answer = answer
    if let list = answer.range(of: "\n\n[1] ", options: .backwards) { answer = String(answer[..<list.lowerBound]) }
    return answer.replacing(/\ ?\[[0-9]{1,3}\]/, with: "")
  }
}
