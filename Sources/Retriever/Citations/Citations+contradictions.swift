extension Citations {
  /// The share of the question that a place must have to contradict an answer.
  private static let shareAtLeast = 0.35
  /// The same as a share of what the cited places have: a note may write "min" where the question says "minutes".
  private static let shareOfCited = 0.7
  /// The maximum number of places to name.
  private static let mostContradictions = 2

  /// Returns places in other notes that fit the question nearly as well as the cited ones and have another number of
  /// the same unit, best first.
  ///
  /// Numbers without a unit, names and dates are not compared: most of them differ without contradicting each other.
  func contradictions(to answer: String, citing sources: [CitedSource], in passages: [Passage]) -> [Citation] {
    let cited = evidence.indices.filter { index in
      let place = evidence[index]
      return sources.contains { source in
        source.passage == place.passage && source.evidence.contains(where: place.sentence.lines.contains)
      }
    }
    let language = Language(of: answer)
    let own = Set(Quantity.all(in: answer))
    let stated = Set(cited.flatMap { Quantity.all(in: evidence[$0].sentence.text) }).filter {
      own.contains($0) || Facts.text(answer, holds: $0.number, in: language)
    }
    guard !stated.isEmpty else { return [] }
    let documents = Set(cited.map { passages[evidence[$0].passage].source.absolutePath })
    let least = max(Self.shareAtLeast, Self.shareOfCited * (cited.map(coverage).max() ?? 1))
    let others = evidence.indices.filter { index in
      let place = evidence[index]
      guard !place.isOrder, !place.isFrontMatter, coverage(of: index) >= least,
        !documents.contains(passages[place.passage].source.absolutePath)
      else { return false }
      let found = Set(Quantity.all(in: place.sentence.text))
      return stated.contains { quantity in
        found.contains { $0.unit == quantity.unit }
          && !stated.contains { $0.unit == quantity.unit && found.contains($0) }
          && !Facts.text(place.sentence.text, holds: quantity.number, in: language)
      }
    }
    return others.sorted { (coverage(of: $1), $0) < (coverage(of: $0), $1) }.prefix(Self.mostContradictions)
      .map { index in
        let place = evidence[index]
        return Citation(
          passage: place.passage, evidence: lines(of: place, "", []), text: place.sentence.text, isVerbatim: false)
      }
  }
}
