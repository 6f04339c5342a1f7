import Embedding
import Foundation
import TestSupport
import Testing

/// The tokenizer beside Hugging Face's: `scripts/unigram-golden.py` wrote the golden files.
struct UnigramTokenizerTests {
  private struct Content: Decodable {
    var texts: [Golden.Tokens]
    var textsOfTokenizer: [Golden.Tokens]
  }

  private static let file = "sentencepiece.bpe.model"
  private static let golden = Result { try Data(contentsOf: Golden.url("unigram/tokens.json")) }

  private static func content() throws -> Content { try JSONDecoder().decode(Content.self, from: golden.get()) }

  private func expect(_ tokenizer: any Tokenizer, gives rows: [Golden.Tokens]) {
    #expect(rows.count >= 50)
    for row in rows {
      #expect([tokenizer.begin] + tokenizer.ids(of: row.text) + [tokenizer.end] == row.ids, "\(row.text)")
    }
  }

  @Test func aSentencePieceModelGivesTheReferencesTokens() throws {
    let folder = Golden.url("unigram").path
    expect(try TokenizerFolder.tokenizer(in: folder, isCased: true), gives: try Self.content().texts)
  }

  @Test func aTokenizerInJSONGivesThemToo() throws {
    let object = try #require(try JSONSerialization.jsonObject(with: try Self.golden.get()) as? [String: Any])
    let folder = try TemporaryFolder()
    try folder.write(JSONSerialization.data(withJSONObject: try #require(object["tokenizer"])), to: "tokenizer.json")
    expect(try TokenizerFolder.tokenizer(in: folder.path, isCased: true), gives: try Self.content().textsOfTokenizer)
  }

  @Test func wordPiecesInJSONGiveTheTokensOfTheList() throws {
    let words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "tide", "##s", "turn", ","]
    let (list, json) = (try TemporaryFolder(), try TemporaryFolder())
    try list.write(words.joined(separator: "\n") + "\n", to: "vocab.txt")
    let ids = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, $0) })
    let model: [String: Any] = ["model": ["type": "WordPiece", "vocab": ids]]
    try json.write(JSONSerialization.data(withJSONObject: model), to: "tokenizer.json")
    let tokenizers = try [list, json].map { try TokenizerFolder.tokenizer(in: $0.path, isCased: false) }
    for tokenizer in tokenizers { #expect(tokenizer.ids(of: "The tides turn, [SEP] x") == [5, 6, 7, 8, 9, 3, 1]) }
  }

  @Test func countsOfTextsJoinedByWhiteSpaceAddUp() throws {
    let tokenizer = try TokenizerFolder.tokenizer(in: Golden.url("unigram").path, isCased: true)
    let texts = try Self.content().texts.map(\.text)
    for (first, second) in zip(texts, texts.dropFirst()) {
      let sum = tokenizer.ids(of: first).count + tokenizer.ids(of: second).count
      #expect(tokenizer.ids(of: first + "\n" + second).count <= sum, "\(first) \(second)")
    }
  }

  @Test func aFileCutAnywhereIsDamagedOrGivesTokens() throws {
    let data = try Data(contentsOf: Golden.url("unigram/" + Self.file))
    for count in stride(from: 0, to: data.count, by: 1 + data.count / 97) {
      let folder = try TemporaryFolder()
      try folder.write(data.prefix(count), to: Self.file)
      do {
        let tokenizer = try TokenizerFolder.tokenizer(in: folder.path, isCased: true)
        #expect(!tokenizer.ids(of: "the tide").isEmpty)
      } catch let error as EmbeddingError {
        #expect(error.localizedDescription.contains(Self.file))
      }
    }
  }

  @Test func changedBytesOfTheNormalizationNeverLeaveIt() throws {
    let data = [UInt8](try Data(contentsOf: Golden.url("unigram/" + Self.file)))
    let file = try #require(data.withUnsafeBytes { SentencePieceFile($0).map { $0.characterMap } })
    var random = SeededGenerator(seed: 7)
    for _ in 0..<40 {
      var bytes = file
      for _ in 0..<500 { bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random) }
      guard let map = CharacterMap(bytes) else { continue }
      for scalar in (0x80..<0x3000).compactMap(Unicode.Scalar.init) {
        _ = map.replacement(of: String(scalar).utf8).map { $0.count }
      }
    }
  }

  @Test func otherVocabulariesAreNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"model\": {\"type\": \"BPE\", \"vocab\": {}}}", to: "tokenizer.json")
    let error = #expect(throws: EmbeddingError.self) {
      try TokenizerFolder.tokenizer(in: folder.path, isCased: true)
    }
    #expect(error?.localizedDescription.contains("a WordPiece or a unigram model, found BPE") == true)
  }
}
