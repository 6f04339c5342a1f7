import Foundation
import LanguageModels
import VectorStore

/// The parts of passages that a model reads: the sentences that have most of the question, each with what is around it.
///
/// Most of a passage is not about the question, and each token of it costs as much time as one that is. Ranked by their
/// words alone, sentences with their neighbors contain the answer in 250 tokens as often as four whole passages in 350
/// to 620 (`docs/measurements.md`).
package struct EvidenceWindows: Sendable {
  /// A sentence, or a line that is not prose.
  package struct Unit: Sendable {
    package var range: Range<String.Index>
    /// The stems of its words.
    package var stems: Set<String>

    package init(range: Range<String.Index>, stems: Set<String>) { (self.range, self.stems) = (range, stems) }
  }

  /// The characters read before a sentence and after it: a pronoun is explained before, a list or a reason follows.
  private static let charactersAround = (before: 80, after: 160)
  /// What stands for the text between two parts.
  private static let gap = "… "

  /// The passages, best first.
  let passages: [Passage]
  /// The units of each passage, in order.
  let units: [[Unit]]
  /// The weight of each of the question's stems.
  let weights: [String: Double]
  /// The stems of each passage's headings.
  let headings: [Set<String>]
  /// The first row of the table that each unit is a row of.
  private let firstRows: [[Int?]]

  package init(passages: [Passage], units: [[Unit]], weights: [String: Double], headings: [Set<String>]) {
    (self.passages, self.units, self.weights, self.headings) = (passages, units, weights, headings)
    firstRows = zip(passages, units).map { passage, units in
      var first: Int?
      return units.indices.map { unit in
        let isRow = passage.text[units[unit].range].drop(while: \.isWhitespace).hasPrefix("|")
        first = isRow ? first ?? unit : nil
        return first
      }
    }
  }

  /// Chooses the parts to read.
  ///
  /// - Parameters:
  ///   - limit: The tokens of all parts together.
  ///   - tokenCounts: The tokens of each passage; a part's are estimated from its share of the passage's bytes.
  /// - Returns: The passages with at least one part, best first, each with `readText`.
  package func narrowed(to limit: Int, tokenCounts: [Int]) -> [Passage] {
    guard tokenCounts.reduce(0, +) > limit, weights.values.contains(where: { $0 > 0 }) else { return passages }
    var chosen = passages.map { _ in Set<Int>() }
    var left = Double(limit)
    for (passage, unit) in ranking() {
      for part in [window(around: unit, in: passage), [unit]] {
        let new = part.filter { !chosen[passage].contains($0) }
        let cost = new.reduce(0) { $0 + tokens(of: $1, in: passage, tokenCounts) }
        guard cost <= left || chosen.allSatisfy(\.isEmpty) else { continue }
        chosen[passage].formUnion(new)
        left -= cost
        break
      }
    }
    return zip(passages, chosen).enumerated().compactMap { number, pair in
      guard !pair.1.isEmpty else { return nil }
      var passage = pair.0
      passage.readText = text(of: pair.1, in: number)
      return passage
    }
  }

  private func tokens(of unit: Int, in passage: Int, _ counts: [Int]) -> Double {
    let text = passages[passage].text
    let bytes = text[units[passage][unit].range].utf8.count
    return Double(counts[passage]) * Double(bytes) / Double(max(1, text.utf8.count))
  }

  /// Returns all units, best first: by their share of the question, to which the words before them and the headings
  /// count half, and the score of their passage.
  private func ranking() -> [(passage: Int, unit: Int)] {
    var ranked: [(passage: Int, unit: Int, score: Double)] = []
    for (passage, units) in units.enumerated() {
      var before: Set<String> = []
      for (number, unit) in units.enumerated() {
        let context = before.union(headings[passage])
        let share = QuestionTerms.share(of: weights, in: unit.stems, context: context)
        ranked.append((passage, number, share + passages[passage].score))
        before = unit.stems
      }
    }
    return ranked.sorted { ($1.score, $0.passage, $0.unit) < ($0.score, $1.passage, $1.unit) }
      .map { ($0.passage, $0.unit) }
  }

  /// Returns a unit, what is around it, and the header of its table.
  private func window(around unit: Int, in passage: Int) -> [Int] {
    let (text, units) = (passages[passage].text, units[passage])
    func extent(_ numbers: some Sequence<Int>, _ characters: Int) -> [Int] {
      var (taken, length) = ([Int](), 0)
      for number in numbers where length < characters {
        taken.append(number)
        length += text[units[number].range].count
      }
      return taken
    }
    let before = extent(units[..<unit].indices.reversed(), Self.charactersAround.before)
    let after = extent(units.indices.dropFirst(unit + 1), Self.charactersAround.after)
    return [unit] + before + after + tableHeader(of: unit, in: passage)
  }

  /// Returns the first two rows of the table that a unit is a row of.
  private func tableHeader(of unit: Int, in passage: Int) -> [Int] {
    guard let first = firstRows[passage][unit] else { return [] }
    // The header of the table that a passage continues is not among its units.
    if first == 0, passages[passage].tableHeader != nil { return [] }
    return Array(first..<min(first + 2, unit))
  }

  private func isRow(_ unit: Int, in passage: Int) -> Bool { firstRows[passage][unit] != nil }

  private func text(of chosen: Set<Int>, in passage: Int) -> String {
    var (result, last) = ("", -1)
    let rows = units[passage].indices.prefix { isRow($0, in: passage) }
    if let header = passages[passage].tableHeader, chosen.contains(where: rows.contains) { result = header + "\n" }
    for number in chosen.sorted() {
      if last >= 0, number > last + 1 { result += Self.gap }
      result += passages[passage].text[units[passage][number].range]
      last = number
    }
    return result.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension EvidenceWindows {
  /// Reads the sentences of passages.
  static func read(_ passages: [Passage], question: QuestionTerms, in index: SearchIndex) async throws -> Self {
    var units: [[Unit]] = []
    var headings: [Set<String>] = []
    for passage in passages {
      let ranges = Sentences.ranges(in: passage.text).filter { !passage.isOwnHeading(passage.text[$0]) }
      let stems = try await index.stems(of: ranges.map { String(passage.text[$0]) })
      units.append(zip(ranges, stems).map { Unit(range: $0, stems: Set($1)) })
      headings.append(Set(try await index.stems(of: passage.context)))
    }
    return EvidenceWindows(passages: passages, units: units, weights: question.weights, headings: headings)
  }
}

extension SearchIndex {
  /// The most tokens read of a passage that is there because another mentions it.
  private static var tokensForMentioned: Int { 120 }

  /// Shortens the passages of a prompt to what `options.evidenceTokens` allows. Those of which nothing is read are left
  /// out.
  nonisolated func narrowed(
    _ packing: PassagePacking.Packing, for question: QuestionTerms, using model: any LanguageModel,
    options: AnswerOptions
  ) async throws -> PassagePacking.Packing {
    guard options.evidenceTokens < options.passageTokens else { return packing }
    var read: [Passage] = []
    // A mentioned note has tokens of its own: it has few of the question's words, but may have the answer.
    let limits = [(false, options.evidenceTokens), (true, min(Self.tokensForMentioned, options.evidenceTokens))]
    for (isMentioned, limit) in limits {
      let passages = packing.passages.filter { $0.isMentioned == isMentioned }
      var counts: [Int] = []
      for passage in passages { counts.append(try await model.tokenCount(of: passage.text)) }
      read += try await EvidenceWindows.read(passages, question: question, in: self)
        .narrowed(to: limit, tokenCounts: counts)
    }
    let chunks = Set(read.map(\.chunk))
    let unread = packing.passages.filter { !chunks.contains($0.chunk) }
    return PassagePacking.Packing(
      passages: read, leftOut: unread.map { LeftOutPassage(passage: $0, reason: .tokens) } + packing.leftOut)
  }
}

extension SearchIndex {
  /// Returns what a passage has of a question, shortened to about `tokens`; `nil` if it would be nothing, or is all of
  /// it. Tokens are estimated.
  package nonisolated func evidence(
    in passage: Passage, for question: QuestionTerms, tokens: Int
  ) async throws -> String? {
    try await EvidenceWindows.read([passage], question: question, in: self)
      .narrowed(to: tokens, tokenCounts: [TokenEstimate.tokens(in: passage.text)]).first?.readText
  }
}

extension Passage {
  /// Whether a line is a heading that the passage is shown under anyway.
  fileprivate func isOwnHeading(_ line: Substring) -> Bool {
    guard line.hasPrefix("#") else { return false }
    let text = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespacesAndNewlines)
    return text == title || headingPath.contains(text)
  }
}
