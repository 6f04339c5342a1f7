import Embedding
import Foundation
import TestSupport
import Testing

/// BERT rerankers as Hugging Face saves them, beside the scores of Sentence Transformers' CrossEncoder
/// (`scripts/encoder-shapes.py`).
struct RerankerShapeTests {
  private struct Scores: Decodable {
    struct Shape: Decodable {
      /// Query and passage.
      var pairs: [[String]]
      var tokens: [[Int32]]
      /// The number of tokens of a pair that are in its first segment.
      var firstSegments: [Int]
      var scores: [Float]
    }
    var shapes: [Shape]
  }

  private let folder = Result { try TemporaryFolder() }

  private func golden(_ index: Int) throws -> (path: String, expected: Scores.Shape) {
    let expected = try JSONDecoder().decode(Scores.self, from: ModelShape.golden("rerankers.json")).shapes[index]
    return (try ModelShape.all(inFile: "rerankers.json")[index].write(to: folder.get(), at: "model\(index)"), expected)
  }

  private func scores(_ reranker: BERTReranker, _ pairs: [[String]]) async throws -> [Float] {
    var scores: [Float] = []
    for pair in pairs { scores += try await reranker.scores(of: [pair[1]], for: pair[0]) }
    return scores
  }

  @Test(arguments: 0..<3) func tokensAndTheirTruncationAreThoseOfTheReference(index: Int) throws {
    let (path, expected) = try golden(index)
    let reranker = try BERTReranker(contentsOf: path)
    #expect(reranker.maximumTokens == expected.tokens.map(\.count).max())
    for (place, pair) in expected.pairs.enumerated() {
      let tokens = reranker.tokens(of: pair[1], for: pair[0])
      #expect(tokens.ids == expected.tokens[place], "\(pair.map { $0.prefix(40) })")
      #expect(tokens.firstSegment == expected.firstSegments[place], "\(pair.map { $0.prefix(40) })")
    }
  }

  @Test(arguments: 0..<3, InstructionSet.available)
  func scoresAreThoseOfTheReference(index: Int, instructions: InstructionSet) async throws {
    let (path, expected) = try golden(index)
    let reranker = try BERTReranker(contentsOf: path, instructions: instructions)
    for (score, reference) in zip(try await scores(reranker, expected.pairs), expected.scores) {
      #expect(abs(score - reference) <= 1e-4 * max(1, abs(reference)))
    }
  }

  @Test(arguments: 0..<3) func eightBitsGiveNearlyTheScoresOfFloats(index: Int) async throws {
    let (path, expected) = try golden(index)
    let reranker = try BERTReranker(contentsOf: path, precision: .int8)
    for (score, reference) in zip(try await scores(reranker, expected.pairs), expected.scores) {
      #expect(abs(score - reference) <= 0.1)
    }
  }

  @Test func aScoreDoesNotDependOnItsNeighboursInTheBatch() async throws {
    let (path, expected) = try golden(2)
    let reranker = try BERTReranker(contentsOf: path, workers: 3)
    let texts = Array(repeating: expected.pairs.map { $0[1] }, count: 5).flatMap { $0 }
    let together = try await reranker.scores(of: texts, for: "the lamp")
    let backwards = try await reranker.scores(of: texts.reversed(), for: "the lamp")
    for (index, text) in texts.enumerated() {
      let alone = try await reranker.scores(of: [text], for: "the lamp")[0]
      #expect(abs(together[index] - alone) < 1e-5 && abs(backwards[texts.count - 1 - index] - alone) < 1e-5)
    }
    #expect(try await reranker.scores(of: [], for: "the lamp").isEmpty)
  }

  /// The reference moves whole tokens from the longer text to the limit, one after the other.
  @Test func theLongerTextIsCutFirst() {
    for limit in 0...9 {
      for first in 0...12 {
        for second in 0...12 {
          var kept = (first: first, second: second)
          // Of an odd limit, the text that was the longer one keeps more; of two alike, the second does.
          while kept.first + kept.second > limit {
            let cutsSecond = kept.first == kept.second ? first > second : kept.second > kept.first
            if cutsSecond { kept.second -= 1 } else { kept.first -= 1 }
          }
          let lengths = TokenPair.lengths(first, second, limit: limit)
          #expect(lengths == kept, "\(first) and \(second) of \(limit)")
        }
      }
    }
  }

  @Test func anEncoderIsNoRerankerAndARerankerNoEncoder() throws {
    let encoder = try TinyEncoder().write(to: folder.get())
    #expect(throws: EmbeddingError.notAReranker(path: encoder, reason: "it is an encoder")) {
      try BERTReranker(contentsOf: encoder)
    }
    let reranker = try golden(0).path
    #expect(throws: EmbeddingError.notAnEncoder(path: reranker)) { try BERTEncoder(contentsOf: reranker) }
  }

  @Test func aClassifierWithSeveralLabelsIsRefused() throws {
    var tiny = TinyEncoder()
    tiny.tensors["classifier.weight"] = ([3, 16], [Float](repeating: 0.5, count: 48))
    let path = try tiny.write(to: folder.get())
    let error = #expect(throws: EmbeddingError.self) { try BERTReranker(contentsOf: path) }
    #expect(error?.errorDescription?.contains("3 labels") == true)
  }

  @Test func aMissingPoolerIsNamed() throws {
    var tiny = TinyEncoder()
    tiny.tensors["classifier.weight"] = ([1, 16], [Float](repeating: 0.5, count: 16))
    let path = try tiny.write(to: folder.get())
    let error = #expect(throws: EmbeddingError.self) { try BERTReranker(contentsOf: path) }
    #expect(error?.errorDescription?.contains("pooler.dense.weight") == true)
  }

  @Test func weightsThatAreNoNumbersAreAnErrorWhenTheyAreUsed() async throws {
    var tiny = TinyEncoder()
    tiny.tensors["classifier.weight"] = ([1, 16], [Float](repeating: .nan, count: 16))
    tiny.tensors["classifier.bias"] = ([1], [0])
    tiny.tensors["pooler.dense.weight"] = ([16, 16], [Float](repeating: 0.1, count: 256))
    tiny.tensors["pooler.dense.bias"] = ([16], [Float](repeating: 0, count: 16))
    let reranker = try BERTReranker(contentsOf: tiny.write(to: folder.get()))
    await #expect(throws: EmbeddingError.self) { try await reranker.scores(of: ["lamp"], for: "tide") }
  }
}
