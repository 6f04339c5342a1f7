extension TokenEstimate {
  /// Returns an estimate that is rather too high than too low, in tokens.
  ///
  /// Words count by length and by their unusual pairs of letters, digits and signs singly, as the tokenizers do that
  /// need most; the tests compare this with a tokenizer made for English on notes in several languages and on random
  /// letters.
  package static func most(in text: String) -> Int {
    var count = 0
    var (letters, rarePairs) = (0, 0)
    var last: UInt32?
    var others = String.UnicodeScalarView()
    func endWord() {
      // Of all paragraphs in `corpus/`, in English and German, SmolLM2's tokenizer needs more for none; on average,
      // this is two fifths too many. Random letters take 0.6 to 0.7 tokens each, for which this counts 0.75 and more.
      count +=
        letters <= 3
        ? (rarePairs > 0 ? letters : min(letters, 1)) : (2 * letters + 4) / 5 + (2 * rarePairs + 2) / 3
      (letters, rarePairs, last) = (0, 0, nil)
    }
    func add(_ letter: UInt32) {
      letters += 1
      if let last, LetterPairs.isRare(last, letter) { rarePairs += 1 }
      last = letter
    }
    var followsSpace = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z": add(scalar.value - 0x61)
      case "A"..."Z":
        // A word in capitals has a token for each two or three letters.
        if letters > 0 { count += 1 }
        add(scalar.value - 0x41)
      case " ":
        endWord()
        if followsSpace { count += 1 }
      case _ where scalar.isASCII:
        endWord()
        // A digit is not joined to the space before it.
        count += followsSpace && ("0"..."9").contains(scalar) ? 2 : 1
      default:
        endWord()
        others.append(scalar)
      }
      followsSpace = scalar == " "
    }
    endWord()
    return count + tokens(in: String(others))
  }
}
