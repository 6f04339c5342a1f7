import Indexer
import TestSupport
import Testing
import VectorStore

/// What holds of every document's chunks.
@Suite struct ChunkerTests {
  private func chunks(
    of text: String, path: String = "note.md", maximumTokens: Int = 256, target: Int = Chunker.targetTokens
  ) throws -> [DocumentChunk] {
    let chunker = Chunker(maximumTokens: maximumTokens, target: target) { HashingEncoder.tokenCount(of: $0) }
    return try chunker.chunks(of: ParsedDocument(DocumentText(text), path: path)).all()
  }

  /// Says what is wrong with a document's chunks; `nil` if nothing is.
  private func fault(
    _ text: String, path: String, maximumTokens: Int, target: Int = Chunker.targetTokens
  ) throws -> String? {
    let chunks = try chunks(of: text, path: path, maximumTokens: maximumTokens, target: target)
    let bytes = Array(text.utf8)
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    /// Counted from the beginning, as slowly as one likes.
    func line(ofByte offset: Int) -> Int {
      var line = 1
      for index in 0..<offset where bytes[index] == 10 || bytes[index] == 13 && !(bytes[(index + 1)...].first == 10) {
        line += 1
      }
      return line
    }
    var end = 0
    for chunk in chunks {
      let (bytesOfChunk, lines) = (chunk.chunk.bytes, chunk.chunk.lines)
      guard bytesOfChunk.lowerBound >= end, !bytesOfChunk.isEmpty, bytesOfChunk.upperBound <= bytes.count else {
        return "the bytes \(bytesOfChunk) do not follow \(end)"
      }
      guard bytes[end..<bytesOfChunk.lowerBound].allSatisfy(isBlank) else { return "lost before \(bytesOfChunk)" }
      guard Array(chunk.chunk.text.utf8) == Array(bytes[bytesOfChunk]) else { return "another text at \(bytesOfChunk)" }
      guard let last = bytes[bytesOfChunk].last, !isBlank(last) else { return "a blank end at \(bytesOfChunk)" }
      guard lines == line(ofByte: bytesOfChunk.lowerBound)...line(ofByte: bytesOfChunk.upperBound - 1) else {
        return "wrong lines \(lines) at \(bytesOfChunk)"
      }
      let tokens = HashingEncoder.tokenCount(of: chunk.encodedText) + 2
      guard tokens <= max(16, maximumTokens) else { return "\(tokens) tokens in \(chunk.encodedText)" }
      end = bytesOfChunk.upperBound
    }
    guard bytes[end...].allSatisfy(isBlank) else { return "lost at the end" }
    guard try self.chunks(of: text, path: path, maximumTokens: maximumTokens, target: target) == chunks else {
      return "another result the second time"
    }
    return nil
  }

  @Test(arguments: ["note.md", "note.org", "note.rst", "note.txt"])
  func everyShortTextIsCoveredExactly(path: String) throws {
    let signs: [Character] = ["#", " ", "\n", "a", "-", "*"]
    var texts = [""]
    for _ in 0..<5 { texts += texts.flatMap { text in signs.map { text + String($0) } } }
    for text in Set(texts) {
      #expect(try fault(text, path: path, maximumTokens: 16) == nil, "\(text.debugDescription)")
    }
  }

  @Test(arguments: ["note.md", "note.org", "note.rst"])
  func everyOrderOfLinesIsCoveredExactly(path: String) throws {
    let lines = [
      "", "# One", "## Two two two two two two two two", "* star one", "text and. More text", "- item", "  inner",
      "```",
      "| a | b |", "|---|---|", "===", "---", "> quote", "<div>", "    code",
    ]
    var texts = [""]
    for _ in 0..<3 { texts = texts.flatMap { text in lines.map { text + $0 + "\n" } } }
    for text in texts {
      #expect(try fault(text, path: path, maximumTokens: 20, target: 8) == nil, "\(text.debugDescription)")
    }
  }

  @Test(arguments: 0..<40)
  func randomDocumentsAreCoveredExactly(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let text = RandomDocument.text(lines: Int.random(in: 0...120, using: &random), using: &random)
    for path in ["note.md", "note.org", "note.rst", "note.txt"] {
      for (maximum, target) in [(16, 8), (40, 20), (64, 64), (256, 160)] {
        #expect(try fault(text, path: path, maximumTokens: maximum, target: target) == nil, "\(path) \(maximum)")
      }
    }
  }

  @Test(arguments: [
    String(repeating: "a", count: 50_000), String(repeating: "鍵", count: 5_000), String(repeating: "- ", count: 5_000),
    "# " + String(repeating: "word ", count: 3_000), String(repeating: "> ", count: 3_000) + "x",
    "e" + String(repeating: "\u{301}", count: 3_000), String(repeating: "👩‍👩‍👧‍👦", count: 800),
    String(repeating: "# x\n", count: 3_000), String(repeating: "\u{200B}\n\n", count: 3_000),
    String(repeating: "a, ", count: 9_000), String(repeating: "文。", count: 3_000),
    String(repeating: "\r", count: 3_000) + "x",
    "---\n" + String(repeating: "key: value\n", count: 2_000) + "---\n",
  ])
  func hugePartsAreParted(text: String) throws {
    for path in ["note.md", "note.txt"] { #expect(try fault(text, path: path, maximumTokens: 256) == nil) }
  }

  /// Against a document that is parted as a whole: what is settled early is settled as it would be in the end.
  @Test(arguments: 0..<20) func chunksDoNotDependOnHowEarlyTheyAreSettled(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let text = RandomDocument.text(lines: 500, using: &random)
    for (maximum, target) in [(40, 20), (256, 160)] {
      let chunker = Chunker(maximumTokens: maximum, target: target) { HashingEncoder.tokenCount(of: $0) }
      for path in ["note.md", "note.txt"] {
        let document = try ParsedDocument(DocumentText(text), path: path)
        let whole = try DocumentChunks(of: document, by: chunker, settlingEvery: 1_000_000).all()
        #expect(whole.count > 10)
        for stride in [1, 7, 64] {
          #expect(try DocumentChunks(of: document, by: chunker, settlingEvery: stride).all() == whole)
        }
      }
    }
  }

  @Test func aDeepHeadingPathLeavesTheLargerPartToTheText() throws {
    let headings = (1...6).map { level in
      String(repeating: "#", count: level) + " " + (0..<30).map { "h\(level)w\($0)" }.joined(separator: " ")
    }
    let text = headings.joined(separator: "\n") + "\n\n" + (0..<600).map { "w\($0)" }.joined(separator: " ")
    for chunk in try chunks(of: text).dropFirst() {
      #expect(HashingEncoder.tokenCount(of: chunk.heading) <= 84)
      #expect(chunk.heading.hasSuffix("h6w29"))
      #expect(chunk.chunk.headingPath.count == 6)
    }
  }
}

/// Documents made of everything that notes are made of, in any order.
enum RandomDocument {
  static func text(lines: Int, using random: inout SeededGenerator) -> String {
    let words = [
      "alpha", "beta", "gamma.", "delta!", "鍵を回す。", "z.B.", "über", "`code`", "[[link]]", "#tag", "12,400", "👩‍🔬", "e.g.",
      "end?", "(so)", "\t", "&amp;", "a_b", "---", "|",
    ]
    let ends = ["\n", "\n", "\n", "\r\n", "\r"]
    var text = ""
    for _ in 0..<lines {
      let starts = [
        "", "", "", "# ", "## ", "### ", "- ", "  - ", "1. ", "> ", "```", "~~~", "* ", "** ", "| ", "|---|---|",
        "    ",
        "---", "===", "<!-- ", "<div>", "#+begin_src", "#+end_src", ".. note:: ", "::", ":PROPERTIES:", ":END:", "$$",
      ]
      text += starts.randomElement(using: &random) ?? ""
      let count = Int.random(in: 0...(Int.random(in: 0..<8, using: &random) == 0 ? 90 : 9), using: &random)
      text += (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: Bool.random(using: &random) ? " " : "  ")
      let end = ends.randomElement(using: &random) ?? "\n"
      text += Int.random(in: 0..<3, using: &random) == 0 ? end + end : end
    }
    return text
  }
}
