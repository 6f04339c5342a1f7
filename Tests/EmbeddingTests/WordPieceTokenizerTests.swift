import Embedding
import TestSupport
import Testing

struct WordPieceTokenizerTests {
  @Test func everyTextHasTheReferencesTokens() throws {
    let encoder = try MiniLM.encoder()
    let golden = try Golden.tokens()
    #expect(golden.count >= 40)
    for row in golden {
      #expect(encoder.tokenIDs(of: row.text) == row.ids, "\(row.text)")
    }
  }

  @Test func countsLeaveOutTheMarksAroundAText() throws {
    let encoder = try MiniLM.encoder()
    for row in try Golden.tokens() {
      #expect(encoder.tokenCount(of: row.text) == row.ids.count - 2, "\(row.text)")
    }
  }

  @Test func countsOfTextsJoinedByWhiteSpaceAddUp() throws {
    let encoder = try MiniLM.encoder()
    let texts = try Golden.tokens().map(\.text)
    for (first, second) in zip(texts, texts.dropFirst()) {
      let sum = encoder.tokenCount(of: first) + encoder.tokenCount(of: second)
      for separator in [" ", "\n", "\n\n", "\t"] {
        #expect(encoder.tokenCount(of: first + separator + second) == sum, "\(first)\(separator)\(second)")
      }
    }
  }

  /// Slices share their parents' storage, and bridged or lazily decoded strings are read the same way.
  @Test func aSubstringHasTheTokensOfItsCopy() throws {
    let encoder = try MiniLM.encoder()
    for row in try Golden.tokens() {
      let part = row.text.dropFirst(3).dropLast(2)
      #expect(encoder.tokenIDs(of: String(part)) == encoder.tokenIDs(of: String(Array(part))))
    }
  }

  @Test func noTextMakesTheTokenizerFail() throws {
    let encoder = try MiniLM.encoder()
    var random = SeededGenerator(seed: 20)
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let ids = encoder.tokenIDs(of: String(decoding: bytes, as: UTF8.self))
      #expect(ids.first == 101 && ids.last == 102)
      #expect(ids.allSatisfy { 0..<30_522 ~= $0 })
    }
  }
}
