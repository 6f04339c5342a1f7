import Foundation
package import VectorStore

/// A question's words that carry meaning, stemmed as in the index, with their weights.
package struct QuestionTerms: Sendable {
  /// The inverse document frequency of each stem: `ln(1 + (N − n + ½) / (n + ½))`, where n of N chunks contain it.
  var weights: [String: Double]
  /// The question's language; English if too little says which it is.
  var language = Language.english
  /// The stems.
  var stems: Set<String> { Set(weights.keys) }

  /// Returns the weighted share of the question's stems that a text has; those only in its context count half. 0 if
  /// nothing has weight.
  static func share(of weights: [String: Double], in stems: Set<String>, context: Set<String>) -> Double {
    let total = weights.values.reduce(0, +)
    guard total > 0 else { return 0 }
    return weights.reduce(0) { sum, weight in
      sum + weight.value * (stems.contains(weight.key) ? 1 : context.contains(weight.key) ? 0.5 : 0)
    } / total
  }

  package static func read(_ question: String, in index: SearchIndex) async throws -> QuestionTerms {
    let words = words(of: question).filter(\.isTopical).map(\.word)
    let stems = Set(try await index.stems(of: words.joined(separator: " ")))
    let frequencies = try await index.documentFrequencies(of: Array(stems))
    let total = Double(try await index.chunkCount())
    return QuestionTerms(
      weights: Dictionary(
        uniqueKeysWithValues: stems.map { stem in
          let holders = min(total, Double(frequencies[stem] ?? 0))
          return (stem, log(1 + (total - holders + 0.5) / (holders + 0.5)))
        }),
      language: Language(of: question))
  }

  /// Returns a query without the function words of its language; unchanged if it has no others.
  ///
  /// Searching for them too would cost a pass over the many chunks that contain each. Over nine retrieval sets, leaving
  /// them out changes nDCG@10 by −0.5 (sentences that cite a note) to 0.7 points (questions in German), by 0.1 on
  /// average.
  package static func topic(of query: String) -> String {
    var (topic, end, hasWords) = ("", query.startIndex, false)
    for (word, isTopical) in words(of: query) {
      topic += query[end..<word.startIndex] + (isTopical ? word : "")
      end = word.endIndex
      hasWords = hasWords || isTopical
    }
    return hasWords ? topic + query[end...] : query
  }

  /// Returns a query's content words; all of its words if there are none.
  static func topicWords(of query: String) -> [Substring] {
    let words = words(of: query)
    let topical = words.filter(\.isTopical)
    return (topical.isEmpty ? words : topical).map(\.word)
  }

  private static func words(of text: String) -> [(word: Substring, isTopical: Bool)] {
    // In mixed case, a word all in capitals is a name: the WHO, an IT budget.
    let hasNames = text.contains(where: \.isLowercase)
    let functionWords = Language(of: text).functionWords
    return text.split { !($0.isLetter || $0.isNumber || isApostrophe($0)) }.map { word in
      let isName = hasNames && word.count > 1 && word.allSatisfy(\.isUppercase)
      // It's, who’s: what precedes the apostrophe counts.
      let stem = word.drop(while: isApostrophe).prefix { !isApostrophe($0) }
      let isTopical = isName || isCompound(word, in: text) || !functionWords.contains(stem.lowercased())
      return (word, isTopical && !stem.isEmpty)
    }
  }

  private static func isApostrophe(_ character: Character) -> Bool { character == "'" || character == "’" }

  /// Whether a word is joined to another by a hyphen: a to-do list.
  private static func isCompound(_ word: Substring, in text: String) -> Bool {
    let hyphens: Set<Character> = ["-", "\u{2010}", "\u{2011}"]
    let before = text[..<word.startIndex].suffix(2)
    let behind = text[word.endIndex...].prefix(2)
    return before.count == 2 && hyphens.contains(before.last ?? " ") && before.first?.isLetter == true
      || behind.count == 2 && hyphens.contains(behind.first ?? " ") && behind.last?.isLetter == true
  }
}
