import Indexer
import Synchronization
import Testing
import VectorStore

/// The work for a document grows with its bytes, whatever it holds: counted, not timed.
@Suite struct WorkTests {
  /// A kind of document, of any length.
  struct Family: Sendable, CustomTestStringConvertible {
    var name: String
    var text: @Sendable (Int) -> String
    var testDescription: String { name }

    /// The same over and over.
    init(_ part: String, _ ending: String = "md", before: String = "", after: String = "") {
      name = (before + part).prefix(24).debugDescription + "." + ending
      text = { before + String(repeating: part, count: $0 / part.utf8.count) + after }
    }

    /// Parts that grow, the first the shortest.
    init(growing name: String, _ part: @escaping @Sendable (Int) -> String) {
      self.name = name
      text = { bytes in
        var text = ""
        var number = 1
        while text.utf8.count < bytes {
          text += part(number)
          number += 1
        }
        return text
      }
    }

    init(named name: String, _ text: @escaping @Sendable (Int) -> String) {
      (self.name, self.text) = (name, text)
    }
  }

  private static let markdown: [Family] = [
    Family("# a\n"), Family("# \n"), Family("## a\n", before: "# a\n"), Family("a\n=\n"), Family("a\nb\nc\nd\n---\n"),
    Family("# a\n## b\n### c\n#### d\n##### e\n###### f\n"), Family("# a\n\nb\n\n"), Family("#", before: "# "),
    Family("#a "), Family("<a", before: "#x "), Family("<a ", before: "#x "), Family("<a\n", before: "#x "),
    Family("<!-- \n"), Family("<a>\n\n"), Family("<pre>\n"), Family("<b>", before: "#x "), Family("\\"), Family("`"),
    Family("` ", before: "#x "), Family("`` ` ", before: "#x "), Family("```\n"), Family("- ```\n"),
    Family("~~~\n```\n"),
    Family("$$\n"), Family("- a\n"), Family("- - - - a\n"), Family("- "), Family("- a\n\n"), Family("> "),
    Family(">\n"),
    Family("> - "), Family("|\n"), Family("|a|\n|-|\n"), Family("|", after: "\n|-|"),
    Family("|a|\n", before: "|a|\n|-|\n"),
    Family("\n", after: "x"), Family("\r", after: "x"), Family(" ", before: "a", after: "b"), Family("\t", after: "x"),
    Family("    x\n\n"), Family("a. "), Family("."), Family("a.\n"), Family("! ", after: "x"), Family("。"),
    Family("。 "),
    Family(" ", before: "a\n", after: String(repeating: "word word. ", count: 900)), Family("word "), Family("a"),
    Family("鍵"), Family("\u{301}", before: "e"), Family("👩‍👩‍👧‍👦"), Family("\u{200B}\n\n"), Family("[["), Family("*"),
    Family("key: value\n", before: "---\n", after: "---\n"), Family("[", before: "---\na: ", after: "\n---\n"),
    Family("- ", before: "---\n", after: "\n---\n"), Family("---\n"),
    Family("[x <a ="), Family("<a id=", before: "#x "), Family("[]("), Family("[](<"), Family("a<!--", before: "[x "),
    Family("[a]:[b]:", before: "    "), Family("[a", after: "](b"), Family("[](a "), Family("](b)", before: "[a"),
    Family("[a](b", before: "[a]: b\n\n"), Family("[[a|"), Family("[^"), Family("(", before: "[a]"),
    Family(growing: "runs of backticks") { String(repeating: "`", count: $0) + " " },
    Family(growing: "deeper items") { String(repeating: " ", count: $0) + "- a\n" },
    Family(named: "a long heading over as long a text") {
      "# " + String(repeating: "title ", count: $0 / 12) + "\n\n" + String(repeating: "word ", count: $0 / 10)
    },
    Family(named: "a long title over as long a text") {
      "---\ntitle: " + String(repeating: "t", count: $0 / 2) + "\n---\n\n" + String(repeating: "word ", count: $0 / 10)
    },
  ]

  private static let others: [Family] = [
    Family("* a\n", "org"), Family("* a\n** b\n*** c\n", "org"), Family(":a:\n", "org"), Family("#+begin_src\n", "org"),
    Family("#+begin_a\n* x\n", "org"), Family("#+x: y\n", "org"), Family("a\n#+filetags: b\n\n", "org"),
    Family("- a\n", "org"), Family("|\n", "org"), Family("*", "org"), Family("[[a", "org"), Family("[[a][", "org"),
    Family("[[a", "org", before: String(repeating: " ", count: 6_000)), Family("<<a", "org"), Family("<", "org"),
    Family(growing: "deeper headlines.org") { String(repeating: "*", count: $0) + " a\n" },
    Family(".. a\n", "rst"), Family("..\n", "rst"), Family("::\n\n  a\n", "rst"), Family("== ==\n", "rst"),
    Family("== ==\n\n", "rst"), Family("- a\n\n", "rst"), Family("a\n=\n", "rst"), Family("==\na\n", "rst"),
    Family(" a\n\n", "rst"), Family("\n", "rst", before: "a::\n", after: "  b"), Family("=\n", "rst"),
    Family("a\n\n", "txt"), Family("- a\n\n", "txt"), Family("a\n", "txt"),
  ]

  /// Steps, bytes whose tokens were counted, and bytes of chunks and of what is stored with each.
  private func work(_ family: Family, bytes: Int) throws -> [Int] {
    let counted = Mutex(0)
    let chunker = Chunker(maximumTokens: 256) { text in
      counted.withLock { $0 += text.utf8.count + 1 }
      return text.utf8.count / 4 + 1
    }
    let meter = WorkMeter()
    let path = family.name.contains(".") ? "note." + (family.name.split(separator: ".").last ?? "") : "note.md"
    let document = try ParsedDocument(DocumentText(family.text(bytes), meter), path: path)
    let chunks = try chunker.chunks(of: document).all()
    let stored = chunks.reduce(0) { sum, chunk in
      sum + chunk.encodedText.utf8.count
        + chunk.chunk.headingPath.reduce(document.title.utf8.count) { $0 + $1.utf8.count }
    }
    return [meter.steps, counted.withLock { $0 }, stored]
  }

  @Test(arguments: markdown + others) func twiceTheBytesAreTwiceTheWork(family: Family) throws {
    // Longer than what is settled at a time, and than a title that is kept.
    let bytes = 12_000
    let (once, twice) = (try work(family, bytes: bytes), try work(family, bytes: 2 * bytes))
    for (once, twice) in zip(once, twice) {
      // What a note costs, however short it is, is left out.
      #expect(Double(twice) <= 2.2 * Double(once) + 2_000, "\(once) and \(twice)")
    }
    // Of the chunk search, each piece with all that fit into a chunk; a piece may be two bytes.
    #expect(once[0] <= 300 * bytes)
  }
}
