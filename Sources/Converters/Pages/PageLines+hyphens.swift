/// Hyphens at the ends of lines.
extension PageLines {
  /// Joins words that were split at the end of a line: the rest moves up. A hyphen that the word has elsewhere, or is
  /// more than the end of a line, stays, or comes back where poppler dropped it.
  ///
  /// - Parameter broken: Where poppler may have dropped hyphens, page by page.
  mutating func joinHyphens(_ broken: [[PDFFile.BrokenWord]] = []) {
    var counts: [Substring: Int] = [:]
    for page in pages {
      for line in page {
        for word in line.text.split(whereSeparator: { !$0.isLetter && $0 != "-" }) { counts[word, default: 0] += 1 }
      }
    }
    var hyphened: [Substring: Substring] = [:]
    for (word, count) in counts where word.dropFirst().dropLast().contains("-") {
      let whole = Substring(word.filter { $0 != "-" })
      if let found = counts[whole], found <= count { hyphened[whole] = word }
    }
    let words = Set(counts.keys.map { Substring($0.lowercased()) })
    // What stands as often without a hyphen as it was broken is not known as one word.
    var breaks: [Substring: Int] = [:]
    for word in broken.joined() { breaks[Self.letters(around: word), default: 0] += 1 }
    let unbroken = Set(breaks.filter { counts[$0.key, default: 0] > $0.value }.keys)
    for (number, broken) in zip(pages.indices, broken) { restore(broken, page: number, words, unbroken) }
    for number in pages.indices {
      for index in pages[number].indices.dropLast() { join(page: number, line: index, words) }
      pages[number].removeAll { $0.text == Self.joined }
      guard !hyphened.isEmpty else { continue }
      for index in pages[number].indices { restore(hyphened, page: number, line: index) }
    }
  }

  private mutating func restore(_ hyphened: [Substring: Substring], page: Int, line: Int) {
    let text = pages[page][line].text
    let found = text.split(whereSeparator: { !$0.isLetter && $0 != "-" }).filter { hyphened[$0] != nil }
    for word in found.reversed() {
      guard let whole = hyphened[word] else { continue }
      pages[page][line].text.replaceSubrange(word.startIndex..<word.endIndex, with: whole)
    }
  }

  /// Gives a page its words with their hyphens that are not only there for the end of a line.
  private mutating func restore(
    _ broken: [PDFFile.BrokenWord], page: Int, _ words: Set<Substring>, _ unbroken: Set<Substring>
  ) {
    var whole: [Substring: String] = [:]
    for word in broken where !unbroken.contains(Self.letters(around: word)) {
      let (start, end) = (Self.tidy(Substring(word.start)), Self.tidy(Substring(word.end)))
      switch Self.hyphen(between: Substring(start), and: Substring(end), words) {
      case .stays: whole[Substring(start + end)] = start + "-" + end
      case .endsWord: whole[Substring(start + end)] = start + "- " + end
      case .goes: break
      }
    }
    guard !whole.isEmpty else { return }
    for line in pages[page].indices {
      let text = pages[page][line].text
      for word in text.split(separator: " ").reversed() {
        guard let whole = whole[word] else { continue }
        pages[page][line].text.replaceSubrange(word.startIndex..<word.endIndex, with: whole)
      }
    }
  }

  /// Returns the letters on both sides of a hyphen as one word; nothing if there are none on one.
  private static func letters(around word: PDFFile.BrokenWord) -> Substring {
    let start = Substring(tidy(Substring(word.start))).suffix(while: \.isLetter)
    let end = tidy(Substring(word.end)).prefix(while: \.isLetter)
    return start.isEmpty || end.isEmpty ? "" : start + end
  }

  /// What becomes of a hyphen at the end of a line.
  private enum Hyphen {
    case goes, stays
    /// It is that of `Hin- und Rückweg`.
    case endsWord
  }

  private static let conjunctions: Set<String> = ["und", "oder", "bzw", "and", "or"]

  private static func hyphen(between start: Substring, and end: Substring, _ words: Set<Substring>) -> Hyphen {
    guard let last = start.last, let first = end.first, last.isLetter || last.isNumber else { return .goes }
    let letters = end.prefix(while: \.isLetter)
    if conjunctions.contains(String(letters)) { return .endsWord }
    if last.isNumber || first.isNumber { return .stays }
    let tail = start.suffix(while: \.isLetter)
    // A word in capitals may be split anywhere.
    if first.isUppercase, tail.count < 2 || letters.count < 2 || !(tail + letters).allSatisfy(\.isUppercase) {
      return .stays
    }
    // Nor is the second part of `E-Mail-Pro-gramm` a word.
    let before = start.dropLast(tail.count)
    guard before.last == "-", before.dropLast().last.map({ $0.isLetter || $0.isNumber }) == true else { return .goes }
    return words.contains(Substring((tail + letters).lowercased())) ? .goes : .stays
  }

  /// What is left of a line whose only word moved up.
  private static let joined = "\u{1}"

  private mutating func join(page: Int, line: Int, _ words: Set<Substring>) {
    let (text, next) = (pages[page][line].text, pages[page][line + 1].text)
    guard pages[page][line].isProse, pages[page][line + 1].isProse, let hyphen = text.last,
      "-\u{2010}".contains(hyphen), next.first?.isLowercase == true
    else { return }
    let start = text.dropLast().suffix(while: \.isLetter)
    guard !start.isEmpty else { return }
    let rest = next.prefix { !$0.isWhitespace }
    let end = rest.prefix { $0.isLetter }
    let whole = Substring((start + end).lowercased())
    let word = text.dropLast().suffix { !$0.isWhitespace }
    let kind = Self.hyphen(between: word, and: rest, words)
    if kind == .endsWord { return }
    let keepsHyphen =
      !words.contains(whole)
      && (kind == .stays || words.contains(Substring((start + "-" + end).lowercased())))
    pages[page][line].text = text.dropLast() + (keepsHyphen ? "-" : "") + rest
    let left = next.dropFirst(rest.count).drop(while: \.isWhitespace)
    pages[page][line + 1].text = left.isEmpty ? Self.joined : String(left)
  }
}

extension Substring {
  fileprivate func suffix(while matches: (Character) -> Bool) -> Substring {
    var start = endIndex
    while start > startIndex, matches(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
