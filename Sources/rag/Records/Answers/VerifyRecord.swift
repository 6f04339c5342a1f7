import Foundation
import Indexer

/// The output of `rag verify --json`: what became of one saved answer's citations.
struct VerifyRecord: Encodable {
  struct Citation: Encodable {
    var number: Int
    var source: String
    /// `stands`, `moved`, `changed`, `gone`, `altered` or `unread`.
    var state: String
    /// The file that has the lines now, if they moved.
    var path: String?
    /// The first line now, if they moved.
    var firstLine: Int?
    /// The last line now, if they moved.
    var lastLine: Int?
  }

  var id: String?
  var question: String
  var citations: [Citation]

  /// Whether the notes still say what the answer cites.
  var stands: Bool { citations.allSatisfy { $0.state == "stands" || $0.state == "moved" } }

  init(_ answer: SavedAnswer, _ check: inout CitationCheck) async {
    (id, question, citations) = (answer.id, answer.question, [])
    for source in answer.sources {
      let lines = source.firstLine...source.lastLine
      let state = await check.state(
        of: CitedLines(
          folder: source.folder, path: source.path, lines: lines, text: source.text, digest: source.digest,
          isRecognized: source.ocr == true))
      citations.append(Citation(source, state))
    }
  }
}

extension VerifyRecord.Citation {
  init(_ cited: SavedAnswer.Source, _ found: CitationCheck.State) {
    (number, source) = (cited.number, cited.source)
    switch found {
    case .stands: state = "stands"
    case .moved(let place, let lines):
      state = "moved"
      (path, firstLine, lastLine) = (place, lines.lowerBound, lines.upperBound)
    case .changed: state = "changed"
    case .gone: state = "gone"
    case .altered: state = "altered"
    case .unread: state = "unread"
    }
  }

  /// `[1] moved    keys.md:41-58  now keys.md:43-60`
  var line: String {
    let place =
      switch (path, firstLine, lastLine) {
      case (let path?, let first?, let last?): "  now \(path):\(first)" + (first == last ? "" : "-\(last)")
      default: ""
      }
    let words =
      switch state {
      case "altered": "  the saved text is not what these lines say"
      case "unread": "  its reader is not installed; see: \(SuggestedCommand.text("doctor"))"
      default: place
      }
    return "[\(number)] " + state.padding(toLength: 8, withPad: " ", startingAt: 0) + " \(source)\(words)"
  }
}
