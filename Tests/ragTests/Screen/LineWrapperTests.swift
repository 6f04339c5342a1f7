import TestSupport
import Testing
import rag

@Suite struct LineWrapperTests {
  private static let cases: [(text: String, columns: Int, wrapped: String)] = [
    ("one two three four", 9, "one two\nthree\nfour"), ("one two", 7, "one two"), ("one two", 6, "one\ntwo"),
    ("- one two three", 9, "- one two\n  three"), ("12. one two three", 11, "12. one two\n    three"),
    ("  - one two", 8, "  - one\n    two"), ("> one two", 6, "> one\n  two"), ("a\n\nb c", 3, "a\n\nb c"),
    ("abcdefghijkl mn op", 5, "abcdefghijkl\nmn op"), ("x abcdefgh", 5, "x\nabcdefgh"),
    ("鍵を毎月替える。次", 6, "鍵を毎\n月替え\nる。次"), ("鍵を替える。", 10, "鍵を替え\nる。"),
    ("👩‍👩‍👧 👍🏽 e\u{301}e\u{301} x", 6, "👩‍👩‍👧 👍🏽\ne\u{301}e\u{301} x"),
    ("```\none two three four\n```\none two", 5, "```\none two three four\n```\none\ntwo"),
    ("| one | two |\n|---|---|\none two", 5, "| one | two |\n|---|---|\none\ntwo"),
    ("one  two   ", 20, "one  two"), ("", 5, ""), ("\n", 5, "\n"),
  ]

  @Test(arguments: cases) func linesEndBetweenWordsAndGoOnIndented(text: String, columns: Int, wrapped: String) {
    #expect(LineWrapper.wrapped(text, columns: columns) == wrapped)
    var wrapper = LineWrapper(columns: columns)
    #expect(text.map { wrapper.wrap(String($0)) }.joined() + wrapper.finish() == wrapped)
  }

  @Test(arguments: 0..<UInt64(40)) func noLineIsWiderThanTheTerminalUnlessAWordIs(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = (0..<200).map { _ in
      ["a", "word", "- item", "\n", "鍵を替える", "e\u{301}", "🇩🇪", "longer-word"].randomElement(using: &generator) ?? ""
    }.joined(separator: " ")
    for columns in [24, 30, 41, 80] {
      let wrapped = LineWrapper.wrapped(text, columns: columns)
      #expect(wrapped.filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
      for line in wrapped.split(separator: "\n") {
        let width = line.reduce(0) { $0 + ("鍵を替える🇩🇪".contains($1) ? 2 : 1) }
        #expect(width <= columns, "\(line)")
      }
    }
  }
}
