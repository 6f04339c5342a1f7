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
    let terms = ExcerptTerms(of: query)
    return excerptLines(for: terms, count).map { line, shared in line.text.clipped(to: Self.longLine, around: shared) }
  }

  /// The place of the lines that are shown for a query, if the document has places: a passage may begin pages or
  /// sections before them. Else the passage's source.
  package func shownSource(for query: String, lines count: Int = 3) -> Source {
    shownSource(for: ExcerptTerms(of: query), lines: count)
  }

  /// Returns the same for the terms of a query.
  package func shownSource(for terms: ExcerptTerms, lines count: Int = 3) -> Source {
    let lines = source.places == nil ? [] : excerptLines(for: terms, count)
    guard let first = lines.first?.line.offset, let last = lines.last?.line.offset else { return source }
    let start = source.lines.lowerBound
    return source.narrowed(to: min(start + first, source.lines.upperBound)...min(start + last, source.lines.upperBound))
  }

  /// Returns the lines of an excerpt, their places among the lines of the text, from 0, and the terms that each shares.
  private func excerptLines(
    for terms: ExcerptTerms, _ count: Int
  ) -> [(line: (offset: Int, text: Substring), shared: Set<String>)] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine).enumerated()
      .filter { !$0.element.allSatisfy(\.isWhitespace) }.map { (offset: $0.offset, text: $0.element) }
    let body = Self.bodyStart(of: lines.map(\.text))
    let shared = lines.map { terms.shared(with: $0.text) }
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
    return lines.indices[min(best.start, lines.count)...].prefix(count).map { (lines[$0], shared[$0]) }
  }

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
}
