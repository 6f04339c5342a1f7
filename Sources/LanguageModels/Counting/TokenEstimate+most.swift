extension TokenEstimate {
  /// Returns an estimate that is rather too high than too low, in tokens.
  ///
  /// Words count by length, digits and signs singly, as the tokenizers do that need most; the tests compare this with
  /// a tokenizer made for English on notes in several languages.
  package static func most(in text: String) -> Int {
    var count = 0
    var letters = 0
    var others = String.UnicodeScalarView()
    func endWord() {
      // Of all paragraphs in `corpus/`, in English and German, SmolLM2's tokenizer needs more for none; on average,
      // this is a third too many.
      count += letters <= 3 ? min(letters, 1) : (2 * letters + 4) / 5
      letters = 0
    }
    var followsSpace = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z": letters += 1
      case "A"..."Z":
        // A word in capitals has a token for each two or three letters.
        if letters > 0 { count += 1 }
        letters += 1
      case " ":
        endWord()
        if followsSpace { count += 1 }
      case _ where scalar.isASCII:
        endWord()
        count += 1
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
