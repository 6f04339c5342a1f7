import Foundation

/// The words of a sentence that can be checked to the letter: numbers, dates, names, code, addresses, and the contents
/// of list items.
///
/// One rule applies to all of them: each must occur in the lines cited for the sentence.
package enum Facts {
  /// Returns the words of a sentence that are checked, as written.
  ///
  /// A number is any word with a digit, or a number from two to a hundred spelled out in English or in the language of
  /// the sentence, but not the number of a list item or a citation mark. Code is what is between backticks or has
  /// characters that words do not have, such as `max_retries`, `--force`, `notes/keys.md`. A name is a word that is
  /// capitalized for another reason than its position or, in German, being a noun. In a short list item or a table row,
  /// every content word is checked.
  package static func facts(of sentence: String) -> [String] {
    let body = SentenceBody(sentence)
    let addresses = addresses(in: sentence)
    let distinct = Set(addresses)
    var tried: Set<String> = []
    var seen: Set<String> = []
    let words = body.words.indices.compactMap { place -> String? in
      let word = body.words[place]
      let isFact =
        body.isCode || word.isCode || isNumber(word.text, in: body.language) || body.isName(at: place)
        || body.isItem && word.text.utf8.count > 2 && !isCommon(word.text, in: body.language)
      guard isFact, tried.insert(word.text).inserted else { return nil }
      // The parts of an address are not separate facts.
      let isPart = distinct.contains { $0 != word.text && $0.contains(word.text) }
      return !isPart && seen.insert(word.text.lowercased()).inserted ? word.text : nil
    }
    return words + addresses.filter { seen.insert($0.lowercased()).inserted }
  }

  /// Whether a text contains a fact: the same word, ignoring case and ending; the same number, ignoring thousands
  /// separators and a joined unit; or all of the same code.
  ///
  /// - Parameter language: That of the sentence with the fact, in which its number may be spelled out.
  package static func text(_ text: String, holds fact: String, in language: Language = .english) -> Bool {
    if isAddress(fact) { return self.text(text, holdsAddress: fact) }
    if let day = day(fact) { return text.contains(fact) || self.text(text, states: day) }
    if SentenceBody.isCode(fact) { return self.text(text, quotes: fact) }
    let wanted = forms(of: fact, in: [.english, language])
    let isNumber = isNumber(fact, in: language)
    let languages = isNumber ? [.english, language, Language(of: text)] : []
    return words(of: text).contains { word in
      !forms(of: word, in: languages).isDisjoint(with: wanted)
        || !isNumber && isForm(word.lowercased(), of: fact.lowercased())
    }
  }

  /// Whether a text contains a sentence word for word, ignoring case and the punctuation around it.
  package static func text(_ text: String, quotes sentence: String) -> Bool {
    let (text, words) = (text.lowercased(), bare(sentence).lowercased())
    func isWord(_ sign: Character?) -> Bool { sign.map { $0.isLetter || $0.isNumber } ?? false }
    return !words.isEmpty
      && text.ranges(of: words).contains { range in
        !isWord(text[..<range.lowerBound].last) && !isWord(text[range.upperBound...].first)
      }
  }

  static func isNumber(_ word: String, in language: Language) -> Bool {
    word.contains(where: \.isNumber) || digits(of: word.lowercased(), in: [.english, language]) != nil
  }

  /// Returns the digits of a number that is spelled out in one of the languages.
  private static func digits(of word: String, in languages: [Language]) -> String? {
    languages.lazy.compactMap { $0.numberWords[word] }.first
  }

  /// Whether a word means nothing by itself, in English or another language.
  static func isCommon(_ word: String, in language: Language) -> Bool {
    let word = String(word.lowercased().prefix { $0 != "'" && $0 != "’" })
    return Language.english.functionWords.contains(word) || language.functionWords.contains(word)
      || commonWords.contains(word)
  }

  private static let commonWords: Set<String> = [
    "also", "each", "every", "he", "her", "here", "his", "may", "must", "no", "one", "only", "per", "she", "us", "yes",
    "hier", "ja", "jede", "jeden", "jeder", "nein", "nur", "pro", "sollte",
  ]

  /// Returns a sentence without the punctuation around it.
  package static func bare(_ sentence: String) -> String {
    String(sentence.drop { !$0.isLetter && !$0.isNumber }.reversed().drop { !$0.isLetter && !$0.isNumber }.reversed())
  }

  /// Returns words with the inner characters that belong to numbers and names: `3.5`, `2026-03-01`, `A-12`, `14:30`,
  /// `O'Neil`.
  static func words(of text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || ".,:-/'’".contains($0)) }
      .map { bare(String($0)) }
      .filter { !$0.isEmpty }
  }

  private static let endings: Set<Substring> = ["", "e", "ed", "en", "er", "ern", "es", "ing", "n", "s"]

  /// Whether two words differ only in their endings or, in unspaced scripts, share two consecutive characters.
  private static func isForm(_ word: String, of other: String) -> Bool {
    if let sign = other.unicodeScalars.first, sign.properties.isIdeographic || (0x3040...0x30FF).contains(sign.value) {
      return zip(other, other.dropFirst()).contains { word.contains("\($0)\($1)") }
    }
    let common = word.commonPrefix(with: other).count
    return common >= 4 && endings.contains(word.dropFirst(common)) && endings.contains(other.dropFirst(common))
  }

  /// Returns the forms in which the same fact may be written, its number spelled out in one of the languages or not.
  private static func forms(of word: String, in languages: [Language]) -> Set<String> {
    let lower = word.lowercased().replacing("’", with: "'")
    var forms: Set<String> = [lower]
    if lower.hasSuffix("'s") { forms.insert(String(lower.dropLast(2))) }
    if let number = digits(of: lower, in: languages) { forms.insert(number) }
    guard lower.contains(where: \.isNumber) else {
      forms.formUnion(lower.split { "-/".contains($0) }.map(String.init).filter { $0.count > 1 })
      if lower.count > 3, lower.hasSuffix("s") { forms.insert(String(lower.dropLast())) }
      return forms
    }
    // 25kg and 25 kg; the parts of 2026-03-01, which may be spelled out elsewhere.
    for part in lower.split(whereSeparator: { !$0.isNumber && $0 != "." && $0 != "," }) {
      let isDate = part.count(where: { $0 == "." }) > 1 && part.wholeMatch(of: thousands) == nil
      for number in isDate ? part.split(separator: ".") : [part] {
        forms.formUnion(self.numbers(String(number)))
      }
    }
    forms.remove("")
    return forms
  }

  /// Returns a number with a decimal point and without thousands separators: 4.5 for 4,5 and 1200 for 1,200. An
  /// ambiguous one, such as 1.200, has both forms.
  private static func numbers(_ text: String) -> Set<String> {
    guard text.contains(where: { ".,".contains($0) }) else { return [text, String(text.drop { $0 == "0" })] }
    var forms: Set<String> = [text.replacing(/,(?=[0-9]{3}(?:[^0-9]|$))/, with: "").replacing(",", with: ".")]
    if text.wholeMatch(of: thousands) != nil { forms.insert(text.filter(\.isNumber)) }
    return forms.union(forms.map { String($0.drop { $0 == "0" }) })
  }

  /// 1,200 or 1.200.
  private static var thousands: Regex<(Substring, Substring)> { /[0-9]{1,3}([.,][0-9]{3})+/ }
}
