import VectorStore

/// The terms by which a question and the entries of notes are compared: stems, pairs of neighbouring stems, numbers.
enum ListingTerms {
  /// Returns the words of a question as written: `HK-01`, `5.5` and `Kaito’s` are one each, the last without its
  /// ending.
  static func words(of question: Substring) -> [Substring] {
    question.matches(of: /[\p{L}\p{N}]+(?:[.,\-_][\p{L}\p{N}]+)*/).compactMap { match in
      let before = question[..<match.range.lowerBound].last
      // The s of "Kaito’s".
      return (before == "'" || before == "’") && match.output.count == 1 ? nil : match.output
    }
  }

  /// Returns the terms that an entry must have to have a word: for `HK-01` the pair, for `5.1` the number, so that it
  /// is not in a line with 5 and 1, nor 5 in one with 5.1.
  static func terms(ofWord word: String, stems: [String]) -> Set<String> {
    if word.allSatisfy({ $0.isNumber || $0 == "." || $0 == "," }) { return numbers(in: word) }
    return stems.count < 2 ? Set(stems) : pairs(stems)
  }

  /// Returns all terms of a text.
  static func terms(of text: String, stems: [String]) -> Set<String> {
    Set(stems).union(pairs(stems)).union(numbers(in: text))
  }

  private static func pairs(_ stems: [String]) -> Set<String> {
    Set(zip(stems, stems.dropFirst()).map { $0 + " " + $1 })
  }

  /// The numbers in a text, marked so that they differ from stems.
  private static func numbers(in text: String) -> Set<String> {
    var numbers: Set<String> = []
    for part in text.split(whereSeparator: { !($0.isNumber || $0 == "." || $0 == ",") }) {
      let number = part.drop { !$0.isNumber }
      guard let last = number.lastIndex(where: \.isNumber) else { continue }
      numbers.insert("#" + number[...last])
    }
    return numbers
  }
}
