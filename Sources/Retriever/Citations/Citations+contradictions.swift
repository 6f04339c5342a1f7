extension Citations {
  /// The share of the question that a place must have to contradict an answer.
  private static let shareAtLeast = 0.35
  /// The same as a share of what the cited places have: a note may write "min" where the question says "minutes".
  private static let shareOfCited = 0.7
  /// The maximum number of places to name.
  private static let mostContradictions = 2

  /// Returns places that fit the question nearly as well as the cited ones and have another value of the same kind in
  /// place of the answer's, best first.
  ///
  /// In other notes, headings count as words of a place. In the cited ones they say the same of all lines, so a place
  /// there must itself have as many of the question's words as the cited one.
  func contradictions(
    to answer: String, of question: String, citing sources: [CitedSource], in passages: [Passage]
  ) -> [Citation] {
    let cited = evidence.indices.filter { index in
      let place = evidence[index]
      return sources.contains { source in
        source.passage == place.passage && source.evidence.contains(where: place.sentence.lines.contains)
      }
    }
    let asked = Set(StatedValue.all(in: question))
    let (language, texts) = (Language(of: answer), cited.map { evidence[$0].sentence.text })
    // The answer may name a unit that the line leaves out, or spell a number out.
    let stated = Set(texts.flatMap(StatedValue.all) + StatedValue.all(in: answer)).subtracting(asked).filter { value in
      Facts.text(answer, holds: value.text, in: language)
        && texts.contains { Facts.text($0, holds: value.text, in: language) }
    }
    guard !stated.isEmpty else { return [] }
    let documents = Set(cited.map { passages[evidence[$0].passage].source.absolutePath })
    let least = max(Self.shareAtLeast, Self.shareOfCited * (cited.map(coverage).max() ?? 1))
    let leastAlone = cited.map(coverageAlone).max() ?? 1
    let others = evidence.indices.filter { index in
      let place = evidence[index]
      guard !place.isOrder, !place.isFrontMatter, !cited.contains(index), coverage(of: index) >= least,
        !documents.contains(passages[place.passage].source.absolutePath)
          || coverageAlone(of: index) >= leastAlone
      else { return false }
      let found = Set(StatedValue.all(in: place.sentence.text)).subtracting(asked)
      return stated.contains { value in
        found.contains { $0.kind == value.kind }
          && !stated.contains { $0.kind == value.kind && found.contains($0) }
          && !Facts.text(place.sentence.text, holds: value.text, in: language)
      }
    }
    return others.sorted { (coverage(of: $1), $0) < (coverage(of: $0), $1) }.prefix(Self.mostContradictions).map {
      index in
      let place = evidence[index]
      return Citation(
        passage: place.passage, evidence: lines(of: place, "", []), text: place.sentence.text, isVerbatim: false)
    }
  }

  /// Returns the share of the question that a place has without its context.
  private func coverageAlone(of index: Int) -> Double {
    QuestionTerms.share(of: weights, in: evidence[index].stems, context: [])
  }
}
