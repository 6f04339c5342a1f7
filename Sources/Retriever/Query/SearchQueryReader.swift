import Foundation
import VectorStore

/// Reads the words and operators of a query from left to right.
struct SearchQueryReader {
  private(set) var words: [String] = []
  private(set) var filter = SearchFilter()
  private(set) var operators: [String] = []
  private var rest: Substring

  private enum Prefix: String, CaseIterable {
    case path = "path:"
    case tag = "tag:"
    case after = "after:"
    case before = "before:"
    case when = "when:"
    case property = "where:"
  }

  init(_ query: String, dates: QueryDates) throws(SearchQueryError) {
    rest = query[...]
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard !rest.isEmpty else { return }
      let start = rest
      if try readOperator(dates) {
        operators.append(String(start[..<rest.startIndex]))
        // What follows without a space is a word: the comma in `"keys", rotated`.
        if rest.first?.isWhitespace == false { readWord() }
      } else {
        rest = start
        readWord()
      }
    }
  }

  private mutating func readWord() {
    words.append(String(takeWord()))
  }

  private mutating func takeWord() -> Substring {
    let word = rest.prefix { !$0.isWhitespace }
    rest = rest[word.endIndex...]
    return word
  }

  /// Reads an operator; returns false if there is none, with `rest` anywhere after.
  private mutating func readOperator(_ dates: QueryDates) throws(SearchQueryError) -> Bool {
    let isExclusion = rest.first == "-"
    if isExclusion { rest.removeFirst() }
    if let phrase = takeQuoted() {
      guard phrase.contains(where: { $0.isLetter || $0.isNumber }) else { return false }
      if isExclusion {
        filter.excluded.phrases.append(phrase)
      } else {
        filter.phrases.append(phrase)
        words.append(phrase)
      }
      return true
    }
    if let prefix = Prefix.allCases.first(where: { rest.hasPrefix($0.rawValue) }) {
      rest.removeFirst(prefix.rawValue.count)
      let value = takeQuoted() ?? (prefix == .property ? takeCondition() : nil) ?? String(takeWord())
      guard value.isEmpty else { return try apply(prefix, value, isExclusion: isExclusion, dates) }
      if [.tag, .when, .property].contains(prefix) { throw .noValue(prefix: prefix.rawValue) }
      return false
    }
    guard isExclusion, rest.first?.isLetter == true else { return false }
    filter.excluded.phrases.append(String(takeWord()))
    return true
  }

  private mutating func apply(
    _ prefix: Prefix, _ value: String, isExclusion: Bool, _ dates: QueryDates
  ) throws(SearchQueryError) -> Bool {
    switch prefix {
    case .path where isExclusion: filter.excluded.pathParts.append(value)
    case .path: filter.pathParts.append(value)
    case .tag:
      guard TagText.normalized(value) != nil else { throw .noValue(prefix: prefix.rawValue) }
      if isExclusion { filter.excluded.tags.append(value) } else { filter.tags.append(value) }
    case .property:
      guard let condition = PropertyCondition(parsing: value) else {
        throw .badCondition(prefix: prefix.rawValue, value: value)
      }
      if isExclusion { filter.excluded.properties.append(condition) } else { filter.properties.append(condition) }
    case .when:
      guard !isExclusion else { return false }
      guard let days = dates.days(value) else { throw .badDays(prefix: prefix.rawValue, value: value) }
      filter = filter.and(SearchFilter(dated: days))
    case .after, .before:
      guard let date = dates.date(value) else {
        throw .badDate(prefix: prefix.rawValue, value: value)
      }
      restrict(from: (prefix == .after) != isExclusion, date)
    }
    return true
  }

  /// Restricts the filter to notes changed from a date on, or before it.
  private mutating func restrict(from isStart: Bool, _ date: Date) {
    var (start, end) = filter.modified.map { ($0.lowerBound, $0.upperBound) } ?? (.distantPast, .distantFuture)
    if isStart { start = max(start, date) } else { end = min(end, date) }
    filter.modified = start..<max(start, end)
  }

  /// Takes a condition whose value is in quotes, as `status="in progress"`; returns `nil` if there is none.
  private mutating func takeCondition() -> String? {
    let start = rest
    let key = rest.prefix { sign in !sign.isWhitespace && !Self.quotes.contains { $0.contains(sign) } }
    guard let last = key.last, "=<>".contains(last) else { return nil }
    rest = rest[key.endIndex...]
    if let value = takeQuoted() { return "\(key)\"\(value)\"" }
    rest = start
    return nil
  }

  // MARK: quotes

  private static let quotes: [Set<Character>] = [["\"", "“", "”", "„", "‟", "＂"], ["«", "»"]]

  /// Takes what is in quotes here, without them and surrounding white space; returns `nil` if no quote opens and
  /// closes.
  private mutating func takeQuoted() -> String? {
    guard let first = rest.first, let kind = Self.quotes.first(where: { $0.contains(first) }) else { return nil }
    var quoted = ""
    var place = rest.index(after: rest.startIndex)
    while place < rest.endIndex {
      var character = rest[place]
      let next = rest.index(after: place)
      if kind.contains(character) {
        rest = rest[next...]
        return QueryText.normalized(quoted)
      }
      if character == "\\", next < rest.endIndex, kind.contains(rest[next]) {
        character = rest[next]
        place = next
      }
      quoted.append(character)
      place = rest.index(after: place)
    }
    return nil
  }
}
