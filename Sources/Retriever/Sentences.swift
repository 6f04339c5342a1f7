/// A sentence of a passage, or a line that stands for one: a list item, a table row, a line of code.
package struct Sentence: Sendable, Hashable {
  package var text: String
  /// The lines of the document it stands on.
  package var lines: ClosedRange<Int>
  /// What of it stands on each of the lines.
  package var parts: [String]
}

/// Cuts text into sentences and keeps their lines.
package enum Sentences {
  /// The sentences of a text whose first line has the number `firstLine`.
  ///
  /// Lines of running text that follow one another are read as one paragraph, so that a sentence may cross them; list
  /// items, table rows, headings and code stand for themselves.
  package static func split(_ text: String, firstLine: Int) -> [Sentence] {
    var result: [Sentence] = []
    var paragraph: [(number: Int, text: Substring)] = []
    var inCode = false
    func endParagraph() {
      result += sentences(of: paragraph)
      paragraph = []
    }
    var number = firstLine
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine) {
      defer { number += 1 }
      let content = line.drop { $0.isWhitespace }
      let fence = content.hasPrefix("```") || content.hasPrefix("~~~")
      if fence || inCode || content.isEmpty || standsAlone(content) {
        endParagraph()
        if fence { inCode.toggle() }
        if !fence, !content.isEmpty, content.contains(where: { $0.isLetter || $0.isNumber }) {
          if isListItem(content) {
            paragraph = [(number, content)]
          } else {
            result.append(Sentence(text: String(content), lines: number...number, parts: [String(content)]))
          }
        }
      } else {
        paragraph.append((number, content))
      }
    }
    endParagraph()
    return result
  }

  /// The ranges of the sentences of running text, white space at their ends included.
  ///
  /// A full stop ends a sentence only before white space and what may begin one: not in `3.5`, `e.g. this`, `Dr. May`.
  package static func ranges(in text: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    var start = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      if let end = sentenceEnd(in: text, at: index, from: start) {
        ranges.append(start..<end)
        start = end
        index = end
      } else {
        index = next
      }
    }
    if text[start...].contains(where: { !$0.isWhitespace }) { ranges.append(start..<text.endIndex) }
    return ranges
  }

  /// Where the sentence ends whose last sign stands at `index`: behind the white space that follows.
  private static func sentenceEnd(in text: String, at index: String.Index, from start: String.Index) -> String.Index? {
    let sign = text[index]
    var next = text.index(after: index)
    if "。！？".contains(sign) {
      while next < text.endIndex, "」』）\"".contains(text[next]) { next = text.index(after: next) }
      return next
    }
    guard ".!?".contains(sign) else { return sign == "\n" && text[start..<index].contains { $0.isLetter } ? next : nil }
    while next < text.endIndex, "\"')]”’*_".contains(text[next]) { next = text.index(after: next) }
    guard next < text.endIndex, text[next].isWhitespace else { return nil }
    while next < text.endIndex, text[next].isWhitespace { next = text.index(after: next) }
    guard next < text.endIndex else { return next }
    if sign == "." {
      guard !text[next].isLowercase, !endsInAbbreviation(text[start..<index]) else { return nil }
    }
    return next
  }

  private static let abbreviations: Set<String> = [
    "dr", "mr", "mrs", "ms", "prof", "st", "no", "nr", "vs", "fig", "ca", "approx", "e.g", "i.e", "z.b", "d.h", "bzw",
    "usw", "inc", "vol", "al",
  ]

  /// Whether the word before a full stop is a usual abbreviation, an initial or a bare ordinal (`3. Mai`).
  private static func endsInAbbreviation(_ text: Substring) -> Bool {
    let word = String(text.reversed().prefix { !$0.isWhitespace && $0 != "(" }.reversed())
    if abbreviations.contains(word.lowercased()) { return true }
    if word.count == 1, word.first?.isLetter == true { return true }
    return word.count <= 2 && !word.isEmpty && word.allSatisfy(\.isNumber)
  }

  private static func sentences(of paragraph: [(number: Int, text: Substring)]) -> [Sentence] {
    guard !paragraph.isEmpty else { return [] }
    var joined = ""
    var starts: [(offset: Int, number: Int)] = []
    for line in paragraph {
      if !joined.isEmpty { joined += " " }
      starts.append((joined.utf8.count, line.number))
      joined += line.text
    }
    func place(of index: String.Index) -> Int {
      let offset = joined.utf8.distance(from: joined.startIndex, to: index)
      return starts.lastIndex { $0.offset <= offset } ?? 0
    }
    func start(of place: Int) -> String.Index {
      place < starts.count ? joined.utf8.index(joined.startIndex, offsetBy: starts[place].offset) : joined.endIndex
    }
    return ranges(in: joined).compactMap { range in
      var end = range.upperBound
      while end > range.lowerBound, joined[joined.index(before: end)].isWhitespace { end = joined.index(before: end) }
      guard range.lowerBound < end else { return nil }
      let places = place(of: range.lowerBound)...place(of: joined.index(before: end))
      let parts = places.map { place in
        String(joined[max(range.lowerBound, start(of: place))..<min(end, start(of: place + 1))])
      }
      return Sentence(
        text: String(joined[range.lowerBound..<end]),
        lines: starts[places.lowerBound].number...starts[places.upperBound].number, parts: parts)
    }
  }

  private static func standsAlone(_ line: Substring) -> Bool {
    line.hasPrefix("#") || line.hasPrefix("|") || line.hasPrefix("---") || line.hasPrefix("*** ") || isListItem(line)
  }

  private static func isListItem(_ line: Substring) -> Bool {
    if line.hasPrefix("- ") || line.hasPrefix("* ") || line.hasPrefix("+ ") { return true }
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    let rest = line.dropFirst(digits.count)
    return !digits.isEmpty && digits.count <= 3 && (rest.hasPrefix(". ") || rest.hasPrefix(") "))
  }
}
