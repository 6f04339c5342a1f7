/// A sentence of an answer as words, without its layout: list numbers, heading markers, citation marks.
struct SentenceBody {
  struct Word {
    var text: String
    /// Whether it is code, by the characters in it or around it.
    var isCode = false
    var isCapitalised: Bool { text.first?.isUppercase == true }
  }

  var words: [Word] = []
  /// Whether it is a code block.
  private(set) var isCode = false
  /// Whether it is a table row, or a list item of a few words, which only names things.
  private(set) var isItem = false
  private let hasNames: Bool
  /// English if too little says which it is.
  let language: Language

  /// The maximum number of words in a list item; a longer one is a sentence.
  private static let mostWordsOfAnItem = 5
  /// How many words next to one are looked at, to see whether it is a part of a longer name.
  private static let mostWordsOfAName = 10

  init(_ sentence: String) {
    var text = sentence[...].drop(while: \.isWhitespace)
    isCode = CodeFence(text.prefix { $0 != "\n" }) != nil
    isItem = text.hasPrefix("|")
    let isHeading = text.hasPrefix("#")
    text = text.drop { "#>| ".contains($0) }
    let marker = Sentences.listMarker(of: text)
    if !isCode { text = text.dropFirst(marker.count) }
    language = Language(of: String(text))
    if isCode {
      let code = text.split(separator: "\n").filter { CodeFence($0) == nil }
      words = code.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map { Word(text: Facts.bare(String($0))) }
    } else {
      // A link's text and address are separate words.
      let parts = text.replacing(/\[[0-9]+\]/, with: "").replacing("](", with: " ").split(
        separator: "`", omittingEmptySubsequences: false)
      for (number, part) in parts.enumerated() {
        // An unpaired backtick does not begin code.
        let isSpan = !number.isMultiple(of: 2) && number < parts.count - 1
        for token in part.split(whereSeparator: { $0.isWhitespace || $0 == "|" }) {
          let token = Self.trimmed(token)
          if isSpan || Self.isCode(token) {
            words.append(Word(text: token, isCode: true))
          } else {
            words += Facts.words(of: token).map { Word(text: $0) }
          }
        }
      }
    }
    words.removeAll { !$0.text.contains { $0.isLetter || $0.isNumber } }
    isItem = !isCode && (isItem || !marker.isEmpty && words.count <= Self.mostWordsOfAnItem)
    let spelled = words.filter { $0.text.count > 1 && $0.text.contains(where: \.isLetter) }
    let isInCapitals =
      spelled.count > 1 && 2 * spelled.count(where: { $0.text.allSatisfy { !$0.isLowercase } }) > spelled.count
    hasNames = !isHeading && !isInCapitals
  }

  /// Whether the word at an index is a name.
  ///
  /// A sentence's first word is a name if a verb follows, directly or after other names: `Jonas rotates the keys`, but
  /// not `Ask Jonas for the keys`. In German, where every noun is capitalized, names are consecutive capitalized words.
  func isName(at place: Int) -> Bool {
    guard hasNames, isProper(place), !Self.titles.contains(words[place].text.lowercased()) else { return false }
    var end = place
    while end + 1 < min(words.count, place + Self.mostWordsOfAName), isProper(end + 1) { end += 1 }
    var start = place
    while start > max(0, place - Self.mostWordsOfAName), isProper(start - 1) { start -= 1 }
    if language == .german, start == end || start == 0 && end == 1 && place == 0 && !isVerb(at: end + 1) {
      return false
    }
    return place > 0 || isVerb(at: end + 1) && !words[0].text.hasSuffix("ing")
  }

  private func isProper(_ place: Int) -> Bool {
    let word = words[place]
    return !word.isCode && word.isCapitalised && word.text.count > 1 && !Facts.isNumber(word.text, in: language)
      && !Facts.isCommon(word.text, in: language)
  }

  /// Whether the word at an index is a verb, judging by form and context.
  private func isVerb(at place: Int) -> Bool {
    guard words.indices.contains(place) else { return false }
    let word = words[place].text
    if Self.auxiliaries.contains(word) { return true }
    guard words.indices.contains(place + 1), word.first?.isLowercase == true, !Facts.isCommon(word, in: language) else {
      return false
    }
    let next = words[place + 1].text
    return ["s", "ed", "t", "te"].contains { word.hasSuffix($0) } && Self.determiners.contains(next.lowercased())
  }

  private static let titles: Set<String> = ["dr", "frau", "herr", "herrn", "mr", "mrs", "ms", "prof"]

  private static let auxiliaries: Set<String> = [
    "can", "could", "did", "does", "had", "has", "is", "may", "must", "should", "was", "will", "would", "hat", "hatte",
    "ist", "kann", "muss", "soll", "war", "wird", "wurde",
  ]

  private static let determiners: Set<String> = [
    "a", "all", "an", "each", "every", "her", "his", "its", "my", "our", "the", "their", "your", "das", "dem", "den",
    "der", "die", "ein", "eine", "einen", "jede", "jeden",
  ]

  // MARK: code

  /// Returns a token without the characters that surround words: brackets, quotation marks, emphasis, final
  /// punctuation.
  private static func trimmed(_ token: Substring) -> String {
    var token = token
    while let first = token.first, "\"'“”„«»([{<*".contains(first) { token.removeFirst() }
    while let last = token.last, "\"'“”„«»)]}>*.,;:!?…".contains(last) {
      if last == ")", token.hasSuffix("()") { break }
      token.removeLast()
    }
    return String(token)
  }

  /// The longest word of prose in bytes, with room to spare. The forms of code are compared only with shorter ones.
  private static let longestWord = 256

  /// Whether the characters in a word make it code: an address, a path, a file, an option, an identifier.
  static func isCode(_ word: String) -> Bool {
    guard word.contains(where: { $0.isLetter && $0.isASCII }) else { return false }
    if word.utf8.count > longestWord { return true }
    if word.contains("://") || word.contains("::") || word.contains(where: { "_@\\=$<>{}#".contains($0) }) {
      return true
    }
    if word.hasSuffix("()") || word.hasPrefix("/") || word.hasPrefix("./") || word.hasPrefix("~/") { return true }
    if word.hasPrefix("-") { return word.wholeMatch(of: /-{1,2}[A-Za-z][A-Za-z0-9-]*/) != nil }
    // notes/keys.md, a/b/c
    if word.contains("/") { return word.wholeMatch(of: /[\w.-]+\/[\w.\/-]*[.\/][\w.-]+/) != nil }
    // keys.md, example.org
    if word.contains("."), word.wholeMatch(of: /[\w-]{2,}(\.[a-z][a-z0-9]{0,7})+/) != nil { return true }
    // getToken
    return word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      && zip(word, word.dropFirst()).contains { $0.isLowercase && $1.isUppercase }
  }
}
