import Embedding
import Retriever
import Testing

@Suite struct ScoreFusionTests {
  private let candidates: [ScoreFusion.Candidate] = [
    .init(chunk: 1, cosine: 0.8, exact: 0, stemmed: 0),
    .init(chunk: 2, cosine: 0.4, exact: 10, stemmed: 5),
    .init(chunk: 3, cosine: 0.1, exact: 5, stemmed: 10),
  ]

  private func scores(_ ranking: Ranking) -> [Double] {
    ScoreFusion.scores(of: candidates, ranking: ranking).map(\.score)
  }

  @Test func theLeadOfTheCosineAndWordsOverTheirBestAreSummed() {
    let words = [0, 0.85 * 0.5 + 0.15, 0.85 + 0.15 * 0.5]
    let expected = zip([1, 0.4 / 0.8, 0.1 / 0.8], words).map { 0.4 * $0 + 0.6 * $1 }
    for (score, expected) in zip(scores(.fused), expected) { #expect(abs(score - expected) < 1e-12) }
  }

  @Test func theHundredthCosineAndLowerOnesCountNothing() {
    let many = (0..<120).map {
      ScoreFusion.Candidate(chunk: $0, cosine: 0.9 - 0.005 * Double($0), exact: 0, stemmed: 0)
    }
    let scores = ScoreFusion.scores(of: many).map(\.score)
    #expect(abs(scores[0] - 0.4) < 1e-12)
    #expect(scores[98] > 0 && scores[99...].allSatisfy { $0 == 0 })
  }

  @Test func whereAllIsEquallyNearTheCosineSaysLittle() {
    let many = (0..<100).map {
      ScoreFusion.Candidate(chunk: $0, cosine: 0.7 - 0.0003 * Double($0), exact: 0, stemmed: 0)
    }
    let best = ScoreFusion.scores(of: many).map(\.score).max() ?? 1
    #expect(abs(best - 0.4 * 0.0297 / 0.3) < 1e-9)
  }

  @Test func onAnotherScaleTheSameNearnessHasTheSameScore() {
    let scale = CosineScale(median: 0.76, deviation: 0.024)
    for count in [3, 120] {
      let near = (0..<Int64(count)).map { chunk in
        ScoreFusion.Candidate(chunk: chunk, cosine: 0.6 - 0.004 * Double(chunk), exact: 1, stemmed: Double(chunk))
      }
      let moved = near.map {
        ScoreFusion.Candidate(
          chunk: $0.chunk, cosine: $0.cosine.map(scale.fromReference), exact: $0.exact, stemmed: $0.stemmed)
      }
      for (one, other) in zip(ScoreFusion.scores(of: near), ScoreFusion.scores(of: moved, scale: scale)) {
        #expect(abs(one.score - other.score) < 1e-9)
      }
    }
  }

  /// Chunk 1 is by far the nearest, chunk 2 has a few of the query's words.
  @Test(arguments: [(0.5, 0.6 * 0.5 / 10 / 0.3), (3, 0.6), (40, 0.6)])
  func wordsCountLessWhereTheyAreFewAndTheEncoderIsSure(stemmed: Double, expected: Double) {
    let scale = CosineScale(median: 0.76, deviation: 0.024)
    let found = [
      ScoreFusion.Candidate(chunk: 1, cosine: scale.fromReference(0.5), exact: 0, stemmed: 0),
      ScoreFusion.Candidate(chunk: 2, cosine: scale.fromReference(-0.1), exact: stemmed, stemmed: stemmed),
    ]
    let scores = ScoreFusion.scores(of: found, scale: scale, greatestKeyword: 10).map(\.score)
    #expect(abs(scores[0] - 0.4) < 1e-12 && abs(scores[1] - expected) < 1e-12)
    // An encoder that is not sure leaves the words their weight.
    var unsure = found
    unsure[0].cosine = scale.fromReference(0.2)
    #expect(abs(ScoreFusion.scores(of: unsure, scale: scale, greatestKeyword: 10)[1].score - 0.6) < 1e-12)
  }

  @Test(arguments: [(0, 0.4), (0.5, 0.225), (1, 0.05)])
  func inAScriptThatTheEncoderCannotReadWordsDecide(unread: Double, weight: Double) {
    let scores = ScoreFusion.scores(of: candidates, unreadShare: unread).map(\.score)
    #expect(abs(scores[0] - weight) < 1e-12)
    #expect(abs(scores[2] - (weight / 8 + (1 - weight) * 0.925)) < 1e-12)
  }

  @Test func theOtherRankingsRestOnOneHalf() {
    #expect(scores(.vector) == [0.8, 0.4, 0.1])
    for (score, expected) in zip(scores(.keyword), [0, 0.575, 0.925]) { #expect(abs(score - expected) < 1e-12) }
  }

  @Test func withoutAnEncoderWordsDecideAlone() {
    let words = candidates.map {
      ScoreFusion.Candidate(chunk: $0.chunk, cosine: nil, exact: $0.exact, stemmed: $0.stemmed)
    }
    let fused = ScoreFusion.scores(of: words).map(\.score)
    #expect(fused == ScoreFusion.scores(of: words, ranking: .keyword).map(\.score))
  }

  @Test func noWordMatchLeavesNothingToDivideBy() {
    let lone = [ScoreFusion.Candidate(chunk: 1, cosine: 0.5, exact: 0, stemmed: 0)]
    #expect(ScoreFusion.scores(of: lone).map(\.score) == [0.4])
  }
}
