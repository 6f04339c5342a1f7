import Embedding
package import VectorStore

extension SearchIndex {
  /// Returns the scores of a query's candidates: fused, then lowered if it is boilerplate that fits.
  ///
  /// Footers that several of the found documents share and lines of bare links contain the words of many queries and
  /// answer none. A passage is weighted by the share of its query words that are in prose or in a heading, and one with
  /// little prose by how much it has; it keeps at least half of its score. Measured over eleven retrieval sets:
  /// BENCHMARKS.md, "Retrieval".
  package nonisolated func scores(
    of candidates: [ScoreFusion.Candidate], matching query: String, ranking: Ranking = .fused
  ) async throws -> [(chunk: Int64, score: Double, parts: ScoreParts)] {
    let hints =
      ranking == .fused ? try await QueryHints.read(query, in: self, where: SearchFilter()) : QueryHints()
    return try await scores(of: candidates, matching: query, ranking: ranking, hints)
  }

  /// Returns the same for a query whose names and days are known.
  nonisolated func scores(
    of candidates: [ScoreFusion.Candidate], matching query: String, ranking: Ranking, _ hints: QueryHints
  ) async throws -> [(chunk: Int64, score: Double, parts: ScoreParts)] {
    let scores = try await scoresByText(of: candidates, matching: query, ranking: ranking)
    return ranking == .fused ? try await adding(hints, to: scores) : scores
  }

  private nonisolated func scoresByText(
    of candidates: [ScoreFusion.Candidate], matching query: String, ranking: Ranking
  ) async throws -> [(chunk: Int64, score: Double, parts: ScoreParts)] {
    let scale = try await cosineScale()
    guard ranking == .fused else { return ScoreFusion.scores(of: candidates, ranking: ranking, scale: scale) }
    var terms = scale == .reference ? nil : try await QuestionTerms.read(query, in: self).weights
    var scores = ScoreFusion.scores(
      of: candidates, scale: scale, unreadShare: encoder?.unreadShare(of: query) ?? 0,
      greatestKeyword: terms.map { Self.mostPerWeight * $0.values.reduce(0, +) })
    let order = scores.indices.sorted { (scores[$1].score, scores[$0].chunk) < (scores[$0].score, scores[$1].chunk) }
      .prefix(Self.examined)
    let texts = try await texts(ofChunks: order.map { scores[$0].chunk })
    let boilerplate = Boilerplate(among: Array(texts.values))
    let proses = order.compactMap { index in
      texts[scores[index].chunk].flatMap { boilerplate.prose(of: $0.text) }.map { (index, prose: $0) }
    }
    guard !proses.isEmpty else { return scores }
    if terms == nil { terms = try await QuestionTerms.read(query, in: self).weights }
    let chunks = try await chunks(withIDs: proses.map { scores[$0.0].chunk })
    let stored = Dictionary(uniqueKeysWithValues: chunks.map { ($0.id, $0) })
    let read = proses.compactMap { index, prose in
      stored[scores[index].chunk].map { stored in
        let headings = ([stored.document.title] + stored.chunk.headingPath).joined(separator: "\n") + "\n"
        return (index, prose: prose, texts: [headings + prose.text, headings + stored.chunk.text])
      }
    }
    let stems = try await self.stems(of: read.flatMap(\.texts)).map { Set($0) }
    for (number, (index, prose, _)) in read.enumerated() {
      let inProse = RefusalGate.share(of: terms ?? [:], in: stems[2 * number])
      let anywhere = RefusalGate.share(of: terms ?? [:], in: stems[2 * number + 1])
      let ofWords = anywhere > 0 ? inProse / anywhere : 1
      let weight = 1 - Self.mostLost * (1 - min(ofWords, prose.share / Self.littleProse, 1))
      scores[index].score *= weight
      scores[index].parts.prose = weight
    }
    return scores
  }

  /// What BM25 gives a word at most, in units of its weight: k₁ + 1, with FTS5's k₁ of 1.2.
  private static let mostPerWeight = 2.2
  /// The number of the best candidates that are examined.
  private static let examined = 24
  /// The share of prose below which a passage counts less, even if its headings fit.
  private static let littleProse = 0.2
  /// The share of its score that a passage without prose loses.
  private static let mostLost = 0.5
}
