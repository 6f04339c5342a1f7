extension Passage {
  /// Returns the few lines of the passage that share the most words with a query, for a list of results.
  ///
  /// A word is shared if a line contains its first five letters, so endings do not matter, and counts twice if the line
  /// has all of it: of `item731` to `item738`, the one asked for. A date or another number with marks in it (`7.8`)
  /// counts as it is written. Unspaced scripts are compared two characters at a time. Function words do not count.
  /// Front matter is shown only if nothing else shares a word; if no line shares a word, the first lines after the
  /// front matter are returned. A line longer than 240 characters is cut to the part that shares the most words, with
  /// `…` for the rest.
  public func excerpt(for query: String, lines count: Int = 3) -> [String] {
    excerptLines(for: query, count).map(\.text)
  }

  /// The place of the lines that are shown for a query, if the document has places: a passage may begin pages or
  /// sections before them. Else the passage's source.
  package func shownSource(for query: String, lines count: Int = 3) -> Source {
    let offsets = source.places == nil ? [] : excerptLines(for: query, count).map(\.offset)
    guard let first = offsets.first, let last = offsets.last else { return source }
    let start = source.lines.lowerBound
    return source.narrowed(to: min(start + first, source.lines.upperBound)...min(start + last, source.lines.upperBound))
  }

  /// Returns the lines of an excerpt, and their places among the lines of the text, from 0.
  private func excerptLines(for query: String, _ count: Int) -> [(offset: Int, text: String)] {
    let numbered = text.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine).enumerated()
      .filter { !$0.element.allSatisfy(\.isWhitespace) }
    let lines = numbered.map(\.element)
    let body = Self.bodyStart(of: lines)
    let words = QuestionTerms.topicWords(of: query).map { $0.lowercased() }.filter { $0.count > Self.prefixLength }
    let terms = Self.terms(of: query).union(words).union(Self.numbers(in: query))
    let shared = lines.map { line in
      let line = line.lowercased()
      return Set(terms.filter { line.contains($0) })
    }
    var best = (start: body, score: 0)
    func look(in starts: Range<Int>) {
      for start in starts {
        // The first line of the excerpt counts double, so that a match is at the top if possible.
        let window = shared[start..<min(start + count, lines.count)]
        let score = shared[start].count + window.reduce(Set()) { $0.union($1) }.count
        if score > best.score { best = (start, score) }
      }
    }
    look(in: body..<lines.count)
    if best.score == 0 { look(in: 0..<body) }
    return lines.indices[min(best.start, lines.count)...].prefix(count).map {
      (numbered[$0].offset, lines[$0].clipped(to: Self.longLine, around: shared[$0]))
    }
  }

  /// The number of letters by which words are compared.
  private static let prefixLength = 5

  /// The maximum number of characters of a line that is shown whole: three lines of a terminal.
  static let longLine = 240

  /// Returns the index of the line after the front matter.
  private static func bodyStart(of lines: [Substring]) -> Int {
    guard let mark = lines.first, mark == "---" || mark == "+++",
      let end = lines.dropFirst().firstIndex(of: mark), end + 1 < lines.count
    else {
      return 0
    }
    return end + 1
  }

  /// Returns the dates and other numbers of a query that have marks in them.
  private static func numbers(in query: String) -> [String] {
    query.split(whereSeparator: \.isWhitespace).compactMap { word in
      guard let first = word.firstIndex(where: \.isWholeNumber), let last = word.lastIndex(where: \.isWholeNumber),
        !word[first...last].allSatisfy({ $0.isWholeNumber || $0.isLetter })
      else { return nil }
      return word[first...last].lowercased()
    }
  }

  /// Returns the parts of a query's words that are searched for in a line.
  package static func terms(of query: String) -> Set<String> {
    var terms: Set<String> = []
    for word in QuestionTerms.topicWords(of: query).map({ $0.lowercased() }) {
      if word.unicodeScalars.contains(where: { $0.properties.isIdeographic || (0x3040...0x30FF).contains($0.value) }) {
        let signs = Array(word)
        for index in signs.indices.dropLast() { terms.insert(String(signs[index...index + 1])) }
        if signs.count == 1 { terms.insert(word) }
      } else if word.count > 2 {
        terms.insert(String(word.prefix(prefixLength)))
      }
    }
    return terms
  }
}
