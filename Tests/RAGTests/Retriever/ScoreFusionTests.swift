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

  @Test func halfIsCosineAndHalfIsWordsOverTheirBest() {
    let expected = [0.4, 0.2 + 0.5 * (0.7 * 0.5 + 0.3), 0.05 + 0.5 * (0.7 + 0.3 * 0.5)]
    for (score, expected) in zip(scores(.fused), expected) { #expect(abs(score - expected) < 1e-12) }
  }

  @Test func theOtherRankingsRestOnOneHalf() {
    #expect(scores(.vector) == [0.8, 0.4, 0.1])
    for (score, expected) in zip(scores(.keyword), [0, 0.65, 0.85]) { #expect(abs(score - expected) < 1e-12) }
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
    #expect(ScoreFusion.scores(of: lone).map(\.score) == [0.25])
  }
}
