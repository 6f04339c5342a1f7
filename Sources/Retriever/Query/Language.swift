/// A language in which `rag` speaks to its user, recognized by its letters and most frequent words.
package enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case italian = "it"
  case portuguese = "pt"
  case dutch = "nl"
  case polish = "pl"
  case chinese = "zh"
  case japanese = "ja"

  /// The language's name in English, as in a prompt.
  var name: String {
    let name = String(describing: self)
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// Creates the most likely language of a text; English if there is too little evidence.
  package init(of text: String) { self = Self.evident(in: text) ?? .english }

  /// Returns the most likely language of a text; `nil` if there is too little evidence.
  ///
  /// A word that several languages have counts fractionally for each of them, a letter as in "e-mail" and "C++" not at
  /// all. A single word or letter is not enough:
  /// "die Zebra" and "no, I meant Zanzibar" are English, "sync plus vaults" is not French.
  package static func evident(in text: String) -> Language? {
    if let unspaced = unspaced(text) { return unspaced }
    var scores: [Language: Double] = [:]
    var hits: [Language: Int] = [:]
    let text = text.lowercased()
    for word in text.split(whereSeparator: { !$0.isLetter }) {
      let byWord = isPartOfAName(word, in: text) ? [] : languages[String(word)] ?? []
      for language in byWord {
        scores[language, default: 0] += 1 / Double(byWord.count)
        hits[language, default: 0] += 1
      }
      for letter in word {
        let byLetter = letters.filter { $0.value.contains(letter) }.keys
        for language in byLetter {
          scores[language, default: 0] += 0.5 / Double(byLetter.count)
          hits[language, default: 0] += 1
        }
      }
    }
    if text.contains("¿") || text.contains("¡") {
      scores[.spanish, default: 0] += 2
      hits[.spanish, default: 0] += 2
    }
    // Ties go to the last in the order above, but to English before all others.
    let likeliest = allCases.reversed().filter { hits[$0, default: 0] >= leastHits }
      .max { scores[$0, default: 0] < scores[$1, default: 0] }
    let english = scores[.english, default: 0]
    guard let likeliest, scores[likeliest, default: 0] > english else { return english > 0 ? .english : nil }
    return likeliest
  }

  /// Whether a word is a letter that a sign joins to others: e-mail, C++, C#.
  private static func isPartOfAName(_ word: Substring, in text: String) -> Bool {
    word.count == 1
      && (text[..<word.startIndex].last == "-" || "-+#".contains(text[word.endIndex...].first ?? " "))
  }

  /// Whether all letters of a text are Latin.
  package static func isInLatinScript(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      // The blocks Basic Latin to Latin Extended-B and IPA, Latin Extended Additional, C and D.
      case 0..<0x2B0, 0x1E00..<0x1F00, 0x2C60..<0x2C80, 0xA720..<0xA800: true
      default: !scalar.properties.isAlphabetic
      }
    }
  }

  /// The number of words or letters that must indicate a language.
  private static let leastHits = 2

  /// Returns Chinese or Japanese if their characters are more than a word in a sentence of another language.
  private static func unspaced(_ text: String) -> Language? {
    var (ideographs, kana, others) = (0, 0, 0)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x3040...0x30FF: kana += 1
      default:
        if scalar.properties.isIdeographic { ideographs += 1 } else if scalar.properties.isAlphabetic { others += 1 }
      }
    }
    guard kana + ideographs > 0, 3 * (kana + ideographs) >= others else { return nil }
    return kana > 0 ? .japanese : .chinese
  }

  /// Letters that the other languages here rarely or never have.
  private static let letters: [Language: Set<Character>] = [
    .german: Set("äöüß"), .french: Set("àâçèéêëîïôùûœ"), .spanish: Set("áéíñóú"), .italian: Set("àèéìòù"),
    .portuguese: Set("áâãàçéêíóôõú"), .dutch: Set("ëï"), .polish: Set("ąćęłńóśźż"),
  ]

  /// Yes and no in all of these languages.
  static let yesAndNo = [
    "yes", "no", "ja", "nein", "oui", "non", "sí", "sì", "sim", "não", "nee", "tak", "nie", "是", "不是", "没有", "はい",
    "いいえ",
  ]

  private static let languages: [String: [Language]] = {
    var languages: [String: [Language]] = [:]
    for (language, words) in functionWords {
      for word in words { languages[word, default: []].append(language) }
    }
    return languages
  }()

  /// The words that say nothing of a topic: question words and the other most frequent ones. None in Chinese and
  /// Japanese, whose words are not separated.
  var functionWords: Set<String> { Self.functionWords[self] ?? [] }

  private static let functionWords = words.mapValues { Set($0.split(separator: " ").map(String.init)) }

  private static let words: [Language: String] = [
    .english: """
    a about after all am an and any are as at be been before but by can could did do does for from had has have how \
    i if in into is it its many me much my not of on or our should so than that the their then there these they this \
    to was we were what when where which who whom whose why will with would you your
    """,
    .german: """
    aber als am an auch auf aus bei bis das dem den der des die du ein eine einem einen einer er es für gibt hat hatte haben \
    ich im ihr ihre in ist kann kein keine mein meine meinen mit muss nach nicht noch oder sein seine sich sie sind \
    soll steht über und unser unsere unseren viel viele vom von wann war waren warum was welche welchem welchen welcher \
    welches wem wen wer werden wessen wie wieviel wir wird wo wohin womit wurde wurden zu zum zur
    """,
    .french: """
    a au aux avec ce ces cette combien comment d dans de des doit du elle en est et était faut il j je l la le les \
    ma mes mon n ne nos notre nous on ont où ou par pas peut plus pour pourquoi qu quand que quel quelle quelles \
    quels qui quoi sa se ses son sont sur un une vous y
    """,
    .spanish: """
    a al cada cómo con cuál cuáles cuándo cuánta cuántas cuánto cuántos de debe debo del dónde el en era es está \
    están esta este fue hay la las lo los más mi mis no nosotros nuestra nuestro o para por puede que qué quién \
    quiénes se sobre son su sus tengo tiene tienen un una y yo
    """,
    .italian: """
    a ai al alla alle c che chi ci come con cosa cos da dal dalla degli dei del dell della delle dello deve devo di \
    dove e è era gli ha hanno i il in l la le lo mia mio nel nella non nostra nostro o ogni per perché può qual \
    quale quali quando quanta quante quanti quanto questa questo si sono su sul sulla un una uno
    """,
    .portuguese: """
    a ao as à cada com como da das de deve devo do dos e é em era esta está este foi há mais meu minha na não nas no \
    nos nossa nosso o onde os ou para pela pelo pode por porque quais qual quando quanta quantas quanto quantos que \
    quem são se seu sobre sua tem têm um uma
    """,
    .dutch: """
    aan als bij dat de deze die dit door een en er geen had hebben heeft het hij hoe hoeveel ik in is je jij kan kun \
    mijn moet moeten naar niet of om onze ons ook op staat te u uit van vaak veel voor waar waarom waren was wat we \
    welk welke wanneer wie wij wordt worden zij zijn
    """,
    .polish: """
    był była było być co czego czym czy dla dlaczego do gdzie i ile ja jak jaka jaki jakie jakiej jest kiedy kogo \
    kto która które który ma mają mam mój moja może muszę my na nad nasz nasza naszej naszego nie o od po pod przez \
    przy są się ta tego tej ten to trzeba w z za ze
    """,
  ]
}
