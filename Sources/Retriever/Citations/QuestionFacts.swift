/// What a question fixes, and an answer about somebody else or another year does not have: names, numbers, dates, and
/// words such as "first", "only" and "not".
package enum QuestionFacts {
  /// Returns what a question fixes that a text lacks, as the question writes it.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - text: The notes that an answer cites, with their titles, headings and paths.
  package static func missing(of question: String, in text: String) -> [String] {
    let language = Language(of: question)
    let facts = Facts.facts(of: question).filter { !Facts.text(text, holds: $0, in: language) }
    let words = lowercasedWords(of: question)
    let held = Set(lowercasedWords(of: text))
    let limits = limits.compactMap { group in
      group.isDisjoint(with: held) ? words.first(where: group.contains) : nil
    }
    let known = Set(facts.map { $0.lowercased() })
    return facts + limits.filter { !known.contains($0) }
  }

  private static func lowercasedWords(of text: String) -> [String] {
    text.lowercased().replacing("n't", with: " not").replacing("n’t", with: " not")
      .split { !$0.isLetter }.map(String.init)
  }

  /// Words that limit what is meant, in English and German. A text that has any word of a group has what it says.
  private static let limits: [Set<String>] = [
    [
      "first", "earliest", "original", "originally", "initial", "initially", "begun", "began", "erste", "ersten",
      "erster", "erstes", "zuerst",
    ],
    [
      "last", "latest", "newest", "final", "finally", "recent", "recently", "letzte", "letzten", "letzter", "letztes",
      "zuletzt", "neueste", "neuesten",
    ],
    ["only", "sole", "alone", "just", "nur", "einzige", "einzigen", "einziger", "einziges"],
    [
      "not", "never", "no", "without", "none", "neither", "nor", "nicht", "nie", "niemals", "kein", "keine", "keinen",
      "ohne",
    ],
    ["largest", "biggest", "greatest", "highest", "tallest", "größte", "größten", "höchste", "höchsten"],
    ["smallest", "lowest", "least", "fewest", "kleinste", "kleinsten", "niedrigste", "niedrigsten"],
  ]
}
