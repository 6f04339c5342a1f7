import Retriever
import TestSupport
import Testing

@Suite struct ReplyUnitsTests {
  /// What is shown, with `^` where an inline mark goes and `^` on a line of its own after a code block.
  private func marked(_ pieces: [String]) -> String {
    var units = ReplyUnits()
    var shown = ""
    for part in pieces.flatMap({ units.append($0) }) + units.finish() {
      switch part {
      case .text(let text): shown += text
      case .end(of: _, .inline): shown += "^"
      case .end(of: _, .ownLine(let indent)): shown += "\n\(indent)^"
      case .end(of: _, .none): break
      }
    }
    return shown
  }

  private static let texts: [(text: String, marked: String)] = [
    ("rain jacket\nwool socks\n", "rain jacket^\nwool socks^"),
    ("One. Two.\n\nThree.  ", "One.^ Two.^\n\nThree.^"),
    ("- Turn it. Then wait.\n- e", "- Turn it.^ Then wait.^\n- e^"),
    ("8. Turn it.\r\n9. Done.\r\n", "8. Turn it.^\n9. Done.^"),
    ("100. Turn it.\r101. Done.", "100. Turn it.^\n101. Done.^"),
    ("Ask Dr. May, e.g. at 3.5 km. Now!", "Ask Dr. May, e.g. at 3.5 km.^ Now!^"),
    ("Run `a. B` now. Yes", "Run `a. B` now.^ Yes^"),
    ("鍵。次は「五月。」よ", "鍵。^次は「五月。」^よ^"),
    (
      "| Name | Days. |\n|---|---|\n| A. B | 3 |\n| C | 4 |\n\nEnd.",
      "| Name | Days. |\n|---|---|\n| A. B | 3 |^\n| C | 4 |^\n\nEnd.^"
    ),
    ("|x| is 3\nand 4", "|x| is 3^\nand 4^"),
    ("Run:\n```sh\na. B\n\n  c\n```\nDone", "Run:^\n```sh\na. B\n\n  c\n```\n^\nDone^"),
    ("- x\n   ~~~\n   a\n   ~~~\n- y", "- x^\n   ~~~\n   a\n   ~~~\n   ^\n- y^"),
    ("````\n```\na\n```\n````", "````\n```\na\n```\n````\n^"),
    ("```\na\n``` b\nc. D", "```\na\n``` b\nc. D"),
    ("---\n***\n…", "---\n***\n…"), ("8.", "8.^"), ("8.\nTurn", "8.\nTurn^"), ("", ""), (" \n\t", ""), ("8", "8^"),
  ]

  @Test(arguments: texts) func marksGoWhereTheyChangeNothing(text: String, expected: String) {
    #expect(marked([text]) == expected)
    #expect(marked(text.unicodeScalars.map { String($0) }) == expected)
  }

  /// All ways to split nine scalars that meet at every kind of boundary.
  @Test(arguments: [
    "a.\r\n\nb", "e\u{301}. \u{301}B\u{301}.", "🇩🇪🇫🇷🇩 x", "a. 👩\u{200D}👧.\n", "鍵。」\"次。", "```\na\n```", "|a|\n|-|\nb",
    ".\u{301} A.\u{FE0F} b", "8. A.\r\rB",
  ])
  func everySplitGivesTheSameParts(text: String) {
    let scalars = Array(text.unicodeScalars)
    let expected = marked([text])
    for mask in 0..<(1 << (scalars.count - 1)) {
      var pieces = [""]
      for (index, scalar) in scalars.enumerated() {
        pieces[pieces.count - 1].unicodeScalars.append(scalar)
        if mask >> index & 1 == 1 { pieces.append("") }
      }
      if marked(pieces) != expected { Issue.record("\(pieces): \(marked(pieces)), not \(expected)") }
    }
  }

  @Test(arguments: 0..<UInt64(60)) func whatIsShownOnlyGrowsAndIsTheReply(seed: UInt64) {
    var replies = RandomReply(seed: seed)
    for _ in 0..<20 {
      let text = replies.next()
      let expected = marked([text])
      for _ in 0..<3 {
        let pieces = replies.pieces(of: text)
        #expect(marked(pieces) == expected)
        var units = ReplyUnits()
        var shown = ""
        for piece in pieces {
          for case .text(let text) in units.append(piece) { shown += text }
          #expect(normalized(text).hasPrefix(shown) && shown.last?.isWhitespace != true)
        }
      }
      #expect(marks(removedFrom: expected) == normalized(text))
    }
  }

  private func normalized(_ text: String) -> String {
    var text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  private func marks(removedFrom text: String) -> String {
    text.replacing(/\n[ \t]*\^/, with: "").replacing("^", with: "")
  }
}
