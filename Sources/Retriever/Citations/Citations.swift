import LanguageModels
import VectorStore

/// Finds the lines of the passages that a sentence of an answer came from.
///
/// A small model's own citations are correct in 73% (1.5B) and 22% (0.5B) of correct answers; this rule finds the
/// passage of nearly all of them, and the sentence with the answer in 99% of 599 measured. It shows where the words
/// came from, not that they are true.
package struct Citations: Sendable {
  /// A sentence of a passage, with its stems and those of its context.
  struct Evidence: Sendable {
    var passage: Int
    var sentence: Sentence
    var stems: Set<String>
    /// The stems of each line; empty if the sentence is short enough to be cited whole.
    var stemsOfLines: [Set<String>] = []
    /// The stems of the previous sentence and of the headings, which may name what the sentence only refers to.
    var context: Set<String>
    /// Whether it gives instructions to the model that answers, or is written so that only a model reads it.
    var isOrder = false
    /// Whether it is in the YAML at the beginning of a note: a permalink, an alias.
    var isFrontMatter = false
    /// Whether its passage is in another language than the question, so that an answer may share no word with it.
    var isForeign = false
  }

  let evidence: [Evidence]
  let question: Set<String>
  /// The stems of function words, of English and the question's language.
  let common: Set<String>
  /// The stems of yes and no, which answer from a sentence that contains neither.
  var polar: Set<String> = []
  /// The inverse document frequency of each of the question's stems.
  let weights: [String: Double]

  /// One place that supports a sentence.
  package struct Citation: Sendable, Hashable {
    /// The passage's index among those given to the model.
    package var passage: Int
    /// The supporting lines, ascending, at least one.
    package var evidence: [Int]
    /// From the first of those lines to the last.
    package var lines: ClosedRange<Int> { evidence[0]...evidence[evidence.count - 1] }
    /// The supporting sentence of the passage.
    package var text: String
    /// Whether the sentence occurs there word for word.
    package var isVerbatim: Bool
  }

  /// The maximum number of lines of a sentence that is cited whole; a longer one is cited by those that matter. Prose
  /// has few longer sentences; most are lines without full stops, one fact on each.
  static let linesCitedWhole = 3

  /// Returns the places that support a sentence of the answer, best first; empty if none does.
  ///
  /// The second and further places contain a number, date or name that the first lacks.
  package func citations(for sentence: String, stems: Set<String>) -> [Citation] {
    let (facts, language) = (Facts.facts(of: sentence), Language(of: sentence))
    func holds(_ index: Int, _ fact: String) -> Bool {
      Facts.text(evidence[index].sentence.text, holds: fact, in: language)
    }
    func score(_ index: Int) -> Double {
      self.score(index, sentence, stems) { facts.contains { holds(index, $0) } }
    }
    guard let best = bestEvidence(by: score) else { return [] }
    var chosen = [best]
    for fact in facts where !chosen.contains(where: { holds($0, fact) }) {
      let holders = evidence.indices.filter { holds($0, fact) }
      if let next = holders.max(by: { score($0) < score($1) }) { chosen.append(next) }
    }
    return chosen.map { index in
      let place = evidence[index]
      return Citation(
        passage: place.passage, evidence: lines(of: place, sentence, stems), text: place.sentence.text,
        isVerbatim: Facts.text(place.sentence.text, quotes: sentence))
    }
  }

  /// Returns the facts of a sentence that are in none of the lines cited for it, nor in their headings.
  package func unsupported(in sentence: String, citations: [Citation], headings: [String]) -> [String] {
    let lines = evidence.filter { evidence in
      citations.contains { $0.passage == evidence.passage && $0.lines.overlaps(evidence.sentence.lines) }
    }
    let cited = lines.map(\.sentence.text) + citations.map { headings[$0.passage] }
    let language = Language(of: sentence)
    return Facts.facts(of: sentence).filter { fact in
      !cited.contains { Facts.text($0, holds: fact, in: language) }
    }
  }

  /// Whether a sentence may follow an instruction in a note: it cites one, or it has a word that neither the question
  /// nor any other line has, and an instruction is among the lines.
  package func mayFollowOrder(_ sentence: String, stems: Set<String>, citations: [Citation]) -> Bool {
    let orders = evidence.filter(\.isOrder)
    guard !orders.isEmpty else { return false }
    let others = evidence.reduce(into: question.union(common)) { known, place in
      known.formUnion(place.isOrder ? [] : place.stems.union(place.context))
    }
    return !stems.isSubset(of: others)
      || orders.contains { order in
        citations.contains { $0.passage == order.passage && $0.text == order.sentence.text }
      }
  }

  /// Returns the places that share most with the question, best first: the closest ones if nothing answers it.
  package func closest(limit: Int = 3) -> [Citation] {
    let scores = evidence.indices.map {
      evidence[$0].isOrder || evidence[$0].isFrontMatter ? 0 : coverage(of: $0)
    }
    let best = scores.max() ?? 0
    guard best > 0 else { return [] }
    let near = evidence.indices.filter { scores[$0] >= best / 2 }.sorted { (scores[$1], $0) < (scores[$0], $1) }
    return near.prefix(limit).map { index in
      let place = evidence[index]
      return Citation(
        passage: place.passage, evidence: lines(of: place, "", []), text: place.sentence.text, isVerbatim: false)
    }
  }

  /// Returns a few lines that together contain every word, number and name for which a place was chosen.
  func lines(of place: Evidence, _ sentence: String, _ stems: Set<String>) -> [Int] {
    let lines = Array(place.sentence.lines)
    guard !place.stemsOfLines.isEmpty else { return lines }
    let (facts, language) = (Facts.facts(of: sentence), Language(of: sentence))
    let held = zip(place.sentence.parts, place.stemsOfLines).map { text, ofLine in
      ofLine.intersection(stems.subtracting(common).union(question))
        .union(facts.filter { Facts.text(text, holds: $0, in: language) })
    }
    var missing = held.reduce(Set()) { $0.union($1) }
    var chosen: [Int] = []
    while let best = held.indices.max(by: {
      held[$0].intersection(missing).count < held[$1].intersection(missing).count
    }),
      !held[best].isDisjoint(with: missing)
    {
      chosen.append(lines[best])
      missing.subtract(held[best])
    }
    return chosen.isEmpty ? Array(lines.prefix(Self.linesCitedWhole)) : chosen.sorted()
  }

  private func bestEvidence(by score: (Int) -> Double) -> Int? {
    var best: (index: Int, score: Double)?
    for index in evidence.indices {
      let score = score(index)
      if score > (best?.score ?? 0) { best = (index, score) }
    }
    return best?.index
  }

  /// Returns the share of the answer's own stems, plus 0.3 if the place contains the answer word for word, plus the
  /// question's coverage.
  ///
  /// - Parameter holdsFact: Whether the place has a number, date or name of the sentence.
  private func score(_ index: Int, _ sentence: String, _ stems: Set<String>, holdsFact: () -> Bool) -> Double {
    let place = evidence[index]
    let own = stems.subtracting(question)
    let shared = own.intersection(place.stems)
    let isVerbatim = place.sentence.text.lowercased().contains(Facts.bare(sentence).lowercased())
    let coverage = coverage(of: index)
    // Words such as "I" and "you" alone support nothing.
    guard isVerbatim || coverage > 0 || !shared.isSubset(of: common) else { return 0 }
    guard isVerbatim || place.isForeign || hasAny(of: own.subtracting(common), in: place) || holdsFact() else {
      return 0
    }
    return (own.isEmpty ? 0 : Double(shared.count) / Double(own.count)) + (isVerbatim ? 0.3 : 0) + coverage
  }

  /// Whether a place or its context has any of what a sentence says beyond the question: that a line is about the
  /// question does not make it the source of an invented answer. A sentence may say nothing else, or yes or no.
  private func hasAny(of content: Set<String>, in place: Evidence) -> Bool {
    content.isEmpty || !content.isDisjoint(with: polar) || !content.isDisjoint(with: place.stems.union(place.context))
  }

  /// Returns the weighted share of the question's stems that a place has; those only in the context count half.
  func coverage(of index: Int) -> Double {
    QuestionTerms.share(of: weights, in: evidence[index].stems, context: evidence[index].context)
  }
}

extension Citations {
  /// Reads the passages' sentences and the question's words, stemmed as in the index.
  static func read(_ passages: [Passage], question: QuestionTerms, in index: SearchIndex) async throws -> Citations {
    var evidence: [Evidence] = []
    for (number, passage) in passages.enumerated() {
      let heading = Set(try await index.stems(of: passage.context))
      var previous: Set<String> = []
      let frontMatterEnd = endOfFrontMatter(in: passage)
      let isForeign = Language.evident(in: passage.text).map { $0 != question.language } ?? false
      for sentence in Sentences.split(passage.text, firstLine: passage.source.lines.lowerBound) {
        var sentence = sentence
        let isHidden = sentence.text.hidesItself
        sentence.text = sentence.text.seenText
        sentence.parts = sentence.parts.map(\.seenText)
        let stems = Set(try await index.stems(of: sentence.text))
        let isLong = sentence.parts.count > linesCitedWhole
        let isOrder = isHidden || Orders.isOrder(sentence.text)
        evidence.append(
          Evidence(
            passage: number, sentence: sentence, stems: stems,
            stemsOfLines: isLong ? try await index.stems(of: sentence.parts).map { Set($0) } : [],
            context: previous.union(heading), isOrder: isOrder,
            isFrontMatter: sentence.lines.lowerBound <= frontMatterEnd, isForeign: isForeign))
        previous = isOrder ? [] : stems
      }
    }
    let words = Language.english.functionWords.union(question.language.functionWords)
    let common = Set(try await index.stems(of: words.joined(separator: " ")))
    let polar = Set(try await index.stems(of: Language.yesAndNo.joined(separator: " ")))
    return Citations(
      evidence: evidence, question: question.stems, common: common, polar: polar, weights: question.weights)
  }

  /// Returns the last line of a note's front matter, or 0 if the passage does not begin with it.
  private static func endOfFrontMatter(in passage: Passage) -> Int {
    guard passage.source.lines.lowerBound == 1, passage.text.hasPrefix("---") else { return 0 }
    let lines = passage.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return (lines.dropFirst().firstIndex { $0.hasPrefix("---") } ?? -1) + 1
  }
}
