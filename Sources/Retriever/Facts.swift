import Foundation

/// The parts of a sentence that are right or wrong by the letter: numbers, dates and names.
package enum Facts {
  /// The numbers and names of a sentence, as they stand in it.
  ///
  /// A number is any word with a digit, or a number from two to a hundred in English or German words. A name is a capitalised word that does not begin the sentence; a sentence in
  /// capitals has none, and neither does a text of a script without capitals.
  package static func facts(of sentence: String) -> [String] {
    let words = words(of: sentence)
    let capitalised = words.filter { $0.first?.isUppercase == true }.count
    let titleCase = words.count > 3 && capitalised * 2 > words.count
    var seen: Set<String> = []
    return words.enumerated().compactMap { position, word in
      let isNumber = word.contains { $0.isNumber } || spelled[word.lowercased()] != nil
      let isName = position > 0 && !titleCase && word.count > 1 && word.first?.isUppercase == true
      guard isNumber || isName, seen.insert(word.lowercased()).inserted else { return nil }
      return word
    }
  }

  /// Whether a text holds a fact: the same word without regard to case, the same number without regard to how its
  /// thousands are parted or its unit joined.
  package static func text(_ text: String, holds fact: String) -> Bool {
    let wanted = forms(of: fact)
    return words(of: text).contains { !forms(of: $0).isDisjoint(with: wanted) }
  }

  /// Whether a text holds a sentence word for word, without regard to case and to the signs around the sentence.
  package static func text(_ text: String, quotes sentence: String) -> Bool {
    let (text, words) = (text.lowercased(), bare(sentence).lowercased())
    func isWord(_ sign: Character?) -> Bool { sign.map { $0.isLetter || $0.isNumber } ?? false }
    return !words.isEmpty
      && text.ranges(of: words).contains { range in
        !isWord(text[..<range.lowerBound].last) && !isWord(text[range.upperBound...].first)
      }
  }

  /// Numbers by their words; "one" and "ein" mean other things too often.
  private static let spelled: [String: String] = {
    var numbers: [String: String] = [:]
    for language in ["en_US", "de_DE"] {
      let formatter = NumberFormatter()
      formatter.locale = Locale(identifier: language)
      formatter.numberStyle = .spellOut
      for number in 2...100 {
        guard let words = formatter.string(from: number as NSNumber) else { continue }
        // Germans write a number as one word; the formatter puts soft hyphens into it.
        numbers[words.replacing("\u{AD}", with: "")] = String(number)
      }
    }
    return numbers
  }()

  /// A sentence without the signs around it.
  package static func bare(_ sentence: String) -> String {
    String(sentence.drop { !$0.isLetter && !$0.isNumber }.reversed().drop { !$0.isLetter && !$0.isNumber }.reversed())
  }

  /// Words with the signs inside them that belong to numbers and names: `3.5`, `2026-03-01`, `A-12`, `14:30`, `O'Neil`.
  private static func words(of text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || ".,:-/'’".contains($0)) }
      .map { bare(String($0)) }
      .filter { !$0.isEmpty }
  }

  /// The ways in which the same fact may be written.
  private static func forms(of word: String) -> Set<String> {
    let lower = word.lowercased().replacing("’", with: "'")
    var forms: Set<String> = [lower]
    if lower.hasSuffix("'s") { forms.insert(String(lower.dropLast(2))) }
    if let number = spelled[lower] { forms.insert(number) }
    guard lower.contains(where: \.isNumber) else {
      forms.formUnion(lower.split(separator: "-").map(String.init).filter { $0.count > 1 })
      if lower.count > 3, lower.hasSuffix("s") { forms.insert(String(lower.dropLast())) }
      return forms
    }
    // 1,200 and 1200; 25kg and 25 kg; the parts of 2026-03-01, which may be written out elsewhere.
    forms.insert(lower.filter { $0 != "," })
    for part in lower.split(whereSeparator: { !$0.isNumber && $0 != "." && $0 != "," }) {
      let number = part.filter { $0 != "," }
      forms.insert(number)
      forms.insert(String(number.drop { $0 == "0" }))
    }
    forms.remove("")
    return forms
  }
}
