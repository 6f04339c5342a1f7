import VectorStore

/// The parts of a query that are searched for in a passage's lines, without accents and strokes: `lodz` is in `Łódź`.
package struct ExcerptTerms: Sendable {
  /// The number of letters by which words are compared.
  private static let prefixLength = 5

  private let terms: Set<String>

  /// Reads a query: the beginnings of its words, its words as a whole, and its numbers with marks in them.
  package init(of query: String) {
    let words = QuestionTerms.topicWords(of: query).map { KeywordText.plain($0) }.filter {
      $0.count > Self.prefixLength
    }
    terms = Self.terms(of: query).union(words).union(Self.numbers(in: query))
  }

  /// Returns the terms that a line contains.
  func shared(with line: Substring) -> Set<String> {
    var line = KeywordText.plain(line)
    return terms.filter { line.holds($0) }
  }

  /// Returns the dates and other numbers of a query that have marks in them.
  private static func numbers(in query: String) -> [String] {
    query.split(whereSeparator: \.isWhitespace).compactMap { word in
      guard let first = word.firstIndex(where: \.isWholeNumber), let last = word.lastIndex(where: \.isWholeNumber),
        !word[first...last].allSatisfy({ $0.isWholeNumber || $0.isLetter })
      else { return nil }
      return KeywordText.plain(word[first...last])
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

extension String {
  /// Whether it contains another string.
  ///
  /// Of ASCII text, bytes are compared: `contains(_:)` compares characters, which takes twenty times as long.
  fileprivate mutating func holds(_ other: String) -> Bool {
    var other = other
    return withUTF8 { bytes in
      other.withUTF8 { sought in
        guard let first = sought.first, bytes.allSatisfy({ $0 < 0x80 }), sought.allSatisfy({ $0 < 0x80 }) else {
          return nil
        }
        guard sought.count <= bytes.count else { return false }
        for start in 0...bytes.count - sought.count where bytes[start] == first {
          var next = 1
          while next < sought.count, bytes[start + next] == sought[next] { next += 1 }
          if next == sought.count { return true }
        }
        return false
      }
    } ?? contains(other)
  }
}
