import Foundation
import Indexer
import TestSupport
import Testing

/// The blocks of Markdown, compared with those of a parser that follows CommonMark (`scripts/markdown-golden.py`).
@Suite struct CommonMarkTests {
  private struct Example: Decodable {
    var text: String
    var blocks: [Golden]
  }

  private struct Golden: Decodable, Equatable {
    var kind: String
    var first: Int
    var end: Int
    /// Of a heading; 0 for others.
    var level: Int
  }

  @Test func examplesHaveTheSameBlocks() throws {
    let golden = Repository.url.appending(path: "Tests/IndexerTests/Golden/markdown.jsonl")
    let examples = try String(contentsOf: golden, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Example.self, from: Data($0.utf8))
    }
    #expect(examples.count >= 85)
    for example in examples {
      let covered = Set(example.blocks.flatMap { $0.first..<$0.end })
      // What has no block in the golden file defines a link.
      let found = try blocks(of: example.text).filter { block in
        block.kind != "paragraph" || !covered.isDisjoint(with: block.first..<block.end)
      }
      #expect(found == example.blocks, "\(example.text)\n\(found)")
    }
  }

  private func blocks(of text: String) throws -> [Golden] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // A converted file has no front matter.
    return try ParsedDocument(DocumentText(text), path: "example.html").blocks.map { block in
      var golden = Golden(kind: "", first: block.lines.lowerBound, end: block.lines.upperBound, level: 0)
      switch block.kind {
      case .heading(let level, _): (golden.kind, golden.level) = ("heading", level)
      case .paragraph:
        let line = lines[golden.first]
        let marks = Set(line.filter { !$0.isWhitespace })
        let isRule = marks.count == 1 && ["*", "-", "_"].contains(marks.first) && golden.end == golden.first + 1
        golden.kind = isRule && line.count { !$0.isWhitespace } >= 3 ? "rule" : "paragraph"
      case .list: golden.kind = "list"
      case .code, .definition: golden.kind = "code"
      case .quote: golden.kind = "quote"
      case .markup: golden.kind = "markup"
      case .table, .frontMatter: golden.kind = "table"
      }
      return golden
    }
  }
}
