import Embedding
import Foundation
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

  @Test(arguments: [
    ("Which valve closes the water of the house?", 0), ("Wie heißt die Hauptstadt von Österreich?", 0),
    ("¿Cuál es la capital de España?", 0), ("Thủ đô của Việt Nam là gì?", 0), ("", 0),
    ("新幹線が最初に開業した年は何年か", 1), ("北京有多少人口", 1), ("대한민국의수도", 1), ("Какой город столица", 1),
    ("ประเทศไทย", 1), ("the 命令 file", 0.5),
  ])
  func anEnglishVocabularyReadsNoScriptThatItSpells(text: String, share: Double) throws {
    #expect(try MiniLM.encoder().unreadShare(of: text) == share)
  }

  @Test func aVocabularyOfManyHanCharactersReadsThem() throws {
    let folder = try TemporaryFolder()
    let special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "か"]
    for (count, share) in [(2_136, 1.0 / 3), (2_135, 1)] {
      let signs = (0..<count).compactMap { Unicode.Scalar(0x4E00 + $0).map(String.init) }
      try (special + signs).joined(separator: "\n").write(
        toFile: folder.path + "/vocab.txt", atomically: true, encoding: .utf8)
      let tokenizer = try TokenizerFolder.tokenizer(in: folder.path, isCased: false)
      let ids = tokenizer.ids(of: "一丁か")
      #expect(ids.count == 3 && Double(ids.count { tokenizer.isUnread($0) }) / 3 == share)
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
