import VectorStore

/// Splits text into sentences and keeps their lines.
package enum Sentences {
  /// Returns the sentences of a text whose first line has the number `firstLine`.
  ///
  /// Consecutive lines of prose are read as one paragraph, so that a sentence may span them. A list item begins a
  /// paragraph; table rows, headings and lines of code stand alone.
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

  /// Returns the ranges of the sentences in prose, including white space at their ends.
  package static func ranges(in text: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    var start = text.startIndex
    // The end of the last character that is not white space.
    var end = start
    // Of what is between `start` and the place: whether it has letters, and an odd number of backticks.
    var (hasLetters, isInCode) = (false, false)
    for index in text.indices {
      let next = text.index(after: index)
      let character = text[index]
      if character.endsLine, hasLetters {
        ranges.append(start..<next)
        (start, end) = (next, next)
        (hasLetters, isInCode) = (false, false)
      } else if !character.isWhitespace {
        if ends(text[start..<end], before: character, hasSpace: end < index, isInCode: isInCode) {
          ranges.append(start..<index)
          start = index
          (hasLetters, isInCode) = (false, false)
        }
        if character.isLetter { hasLetters = true }
        if character == "`" { isInCode.toggle() }
        end = next
      }
    }
    if text[start...].contains(where: { !$0.isWhitespace }) { ranges.append(start..<text.endIndex) }
    return ranges
  }

  /// Whether a sentence ends after `text`, which has no trailing white space, if `next` follows.
  ///
  /// Follows `SentenceEnd`, but no sentence ends within a span of code or after the number of a list item.
  ///
  /// - Parameter isInCode: Whether a span of code is open at its end; `nil` to look for that.
  static func ends(_ text: Substring, before next: Character, hasSpace: Bool, isInCode: Bool? = nil) -> Bool {
    SentenceEnd.isEnd(text.utf8, before: next.utf8, isLowercase: next.isLowercase, hasSpace: hasSpace)
      && (!hasSpace || !(isInCode ?? !text.count { $0 == "`" }.isMultiple(of: 2)) && !isListMarker(text))
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
      var (first, end) = (0, starts.count)
      while end - first > 1 {
        let middle = (first + end) / 2
        (first, end) = starts[middle].offset <= offset ? (middle, end) : (first, middle)
      }
      return first
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

  private static func isListItem(_ line: Substring) -> Bool { !listMarker(of: line).isEmpty }

  /// Whether a line is a list marker and nothing else.
  static func isListMarker(_ line: Substring) -> Bool {
    line.utf8.count <= 4 && line == listMarker(of: line + " ").dropLast()
  }

  /// Returns a line's list marker with the space after it, `- `, `8. `, `12) `; empty if it is not a list item.
  package static func listMarker(of line: Substring) -> Substring {
    if let first = line.first, "-*+".contains(first) { return line.dropFirst().first == " " ? line.prefix(2) : "" }
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    let rest = line.dropFirst(digits.count)
    guard !digits.isEmpty, digits.count <= 3, rest.hasPrefix(". ") || rest.hasPrefix(") ") else { return "" }
    return line.prefix(digits.count + 2)
  }
}
