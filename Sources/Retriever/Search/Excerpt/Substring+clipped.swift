import VectorStore

extension Substring {
  /// The maximum number of characters that a cut may move to reach the end of a word.
  private static let reach = 40
  /// The maximum number of letters after the beginning of a word that may belong to it.
  private static let longestEnding = 20

  /// Returns the part of a long line that contains the most terms, roughly in its middle, with `…` for what is left
  /// out.
  ///
  /// Cuts at word boundaries unless they are far away, as in unspaced scripts.
  ///
  /// - Parameters:
  ///   - length: The maximum number of characters of the part.
  ///   - terms: Words or beginnings of words, as `ExcerptTerms` has them.
  func clipped(to length: Int, around terms: Set<String>) -> String {
    guard count > length, let last = lastIndex(where: { !$0.isWhitespace }) else { return String(self) }
    let line = Array(self[...last].drop(while: \.isWhitespace))
    guard line.count > length else { return String(line) }
    let core = Self.densest(length, of: line, in: terms)
    var start = core.lowerBound - (length - core.count) / 2
    start = core.upperBound <= length ? 0 : Swift.max(0, Swift.min(start, line.count - length))
    var end = start + length
    if start > 0, let word = (start...Swift.min(start + Self.reach, core.lowerBound)).first(where: { line.begins($0) })
    {
      start = word
    }
    if end < line.count,
      let gap = (Swift.max(core.upperBound, end - Self.reach)...end).last(where: { line[$0].isWhitespace })
    {
      end = gap
    }
    while line[end - 1].isWhitespace { end -= 1 }
    return (start > 0 ? "… " : "") + String(line[start..<end]) + (end < line.count ? " …" : "")
  }

  /// Returns the first range of at most `length` characters that contains the most terms, from the first of them to the
  /// last.
  private static func densest(_ length: Int, of line: [Character], in terms: Set<String>) -> Range<Int> {
    let signs = line.map { KeywordText.plain(String($0)) }
    var places: [(range: Range<Int>, term: Int)] = []
    for (number, term) in terms.map({ $0.map(String.init) }).enumerated() where !term.isEmpty {
      for start in signs.indices where signs[start] == term[0] && signs[start...].starts(with: term) {
        let rest = line[(start + term.count)...].prefix(longestEnding)
        places.append((start..<start + term.count + rest.prefix(while: \.isOfAWord).count, number))
      }
    }
    places.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    var (best, most) = (0..<0, 0)
    for (index, place) in places.enumerated() {
      var found: Set<Int> = []
      var end = place.range.upperBound
      for other in places[index...] {
        guard other.range.upperBound - place.range.lowerBound <= length else { break }
        if found.insert(other.term).inserted { end = Swift.max(end, other.range.upperBound) }
      }
      if found.count > most { (best, most) = (place.range.lowerBound..<end, found.count) }
    }
    return best
  }
}

extension Character {
  /// Whether it belongs to a word, which ideographs do not form.
  fileprivate var isOfAWord: Bool {
    (isLetter || isNumber) && !unicodeScalars.contains { $0.properties.isIdeographic }
  }
}

extension [Character] {
  /// Whether a word or a sentence begins at an index.
  fileprivate func begins(_ place: Int) -> Bool {
    guard place > 0 else { return true }
    return !self[place].isWhitespace && (self[place - 1].isWhitespace || self[place - 1].isPunctuation)
  }
}
