/// Recognizes yes/no questions.
///
///     Can I get a refund for Catalyst?    Does the boiler have a filter?    Ist die Heizung neu?
package enum PolarQuestion {
  /// Whether a question asks for yes or no, and not for something else, as "Can you tell me where …?" does.
  package static func isPolar(_ question: String) -> Bool {
    let words = question.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }.map(String.init)
    guard let first = words.first, openings.contains(first) else { return false }
    // In German, "was" means "what".
    if first == "was", words.contains(where: germanWords.contains) { return false }
    return !zip(words, words.dropFirst()).contains {
      askings.contains($0) && ($1 == "me" || $1 == "mir" || isAsking($1))
    }
  }

  private static func isAsking(_ word: String) -> Bool {
    [
      "how", "what", "when", "where", "which", "who", "whom", "whose", "why", "wann", "was", "welche", "wer", "wie",
      "wo",
    ]
    .contains(word)
  }

  private static let openings: Set = [
    "am", "are", "aren't", "can", "can't", "could", "did", "didn't", "do", "does", "doesn't", "don't", "had", "has",
    "hasn't", "have", "haven't", "is", "isn't", "may", "might", "must", "shall", "should", "was", "wasn't", "were",
    "will", "won't", "would",
    "bin", "darf", "dürfen", "gab", "gibt", "habe", "haben", "hat", "hatte", "ist", "kann", "können", "muss", "müssen",
    "sind", "soll", "sollen", "war", "waren", "werden", "wird",
  ]
  private static let germanWords: Set = [
    "das", "der", "du", "ein", "eine", "es", "gab", "gibt", "hat", "ich", "im", "ist", "kann", "kostet", "macht",
    "muss",
    "sind", "soll", "steht", "tun", "war", "wir", "wird", "zu",
  ]
  private static let askings: Set = ["tell", "say", "know", "remember", "show", "list", "name", "sagen", "weißt"]
}
