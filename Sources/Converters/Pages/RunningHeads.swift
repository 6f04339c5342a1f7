/// Finds page numbers, and lines that stand at the top or bottom of many pages.
///
/// The numbers in such a line are the same on other pages, or advance with the pages: `Chapter 1` and `Chapter 2` above
/// two titles are none, and neither is the last row of a table, or a line on pages that say little else.
struct RunningHeads {
  /// How many lines at each end of a page may be a running head.
  static let deepest = 2
  /// On how many pages a line must be to be a running head, and on which share of them, since left and right pages may
  /// differ.
  private static let fewestPages = 3
  private static let smallestShare = 0.3
  /// How far apart the pages of a chapter with the same running head may be.
  private static let nearby = 4
  /// How far numbers advance from page to page: by two where a page is a spread.
  private static let steps = [0, 1, 2]
  /// A page with fewer letters and digits than a line of a book says little.
  private static let fewestLetters = 50
  /// The fewest letters of a word that is no `of` beside a page number, and digits of a number that is none itself.
  private static let longWord = 4, longNumber = 3
  /// The most lines that a title is broken into where it is no running head.
  private static let titleLines = 3

  /// A line at an end of a page.
  private struct End {
    var page: Int
    var line: Int
    /// What is the same on all pages: the text with `#` for each number.
    var key: String
    var numbers: [Int]

    var hasLetters: Bool { key.contains(where: \.isLetter) }
  }

  /// A number of a key, less what it has advanced by with the pages.
  private struct Course: Hashable {
    var key: String
    /// Which of the line's numbers it is, from 0.
    var position: Int
    var step: Int
    var start: Int
  }

  /// The ends of each page.
  private let pages: [[End]]
  private let enough: Int
  /// On how many pages a key is, and a number on its course.
  private var keys: [String: Int] = [:]
  private var courses: [Course: Int] = [:]
  /// How many lines of a key are on another page, too, with the same numbers.
  private var twins: [String: Int] = [:]

  /// Returns the indices of the lines that say nothing new, page by page.
  static func lines(of pages: [[PageLines.Line]]) -> [Set<Int>] {
    guard pages.count >= fewestPages else { return pages.map { _ in [] } }
    let heads = RunningHeads(pages)
    var found = heads.pages.map { $0.filter(heads.isHead) }
    dropBody(from: &found, of: pages) { $0.hasLetters ? fewestLetters : 0 }
    // A page number is the text of a page that says nothing else.
    dropBody(from: &found, of: pages) { $0.hasLetters ? 0 : 1 }
    heads.dropNews(from: &found, of: pages)
    return found.map { Set($0.map(\.line)) }
  }

  /// Keeps the lines whose pages mostly have fewer letters and digits besides.
  private static func dropBody(
    from heads: inout [[End]], of pages: [[PageLines.Line]], below fewest: (End) -> Int
  ) {
    var all: [String: Int] = [:]
    var bare: [String: Int] = [:]
    for (page, ends) in zip(pages, heads) where !ends.isEmpty {
      var rest = 0
      let lines = Set(ends.map(\.line))
      for (number, line) in page.enumerated() where !lines.contains(number) && rest < fewestLetters {
        rest += line.text.count { $0.isLetter || $0.isNumber }
      }
      for end in ends {
        all[end.key, default: 0] += 1
        if rest < fewest(end) { bare[end.key, default: 0] += 1 }
      }
    }
    for page in heads.indices {
      heads[page].removeAll { bare[$0.key, default: 0] * 2 > all[$0.key, default: 0] }
    }
  }

  /// Keeps the first line of a kind that has a word which stands nowhere else. The title of a form, on most pages, is
  /// kept unless its words stand together, too.
  private func dropNews(from heads: inout [[End]], of pages: [[PageLines.Line]]) {
    var firsts: [(end: End, words: [String])] = []
    var titles: [Set<String>] = []
    var done: Set<String> = []
    for end in heads.joined() where done.insert(end.key).inserted {
      let words = words(of: end, pages[end.page][end.line].text)
      guard !words.isEmpty else { continue }
      firsts.append((end, words))
      if keys[end.key, default: 0] * 2 > pages.count { titles.append(Set(words)) }
    }
    let wanted = Set(firsts.flatMap(\.words))
    var known: Set<String> = []
    var missing = Set(titles)
    for (page, ends) in zip(pages, heads) where known.count < wanted.count || !missing.isEmpty {
      let lines = Set(ends.map(\.line))
      var recent: [Set<String>] = []
      for (number, line) in page.enumerated() where !lines.contains(number) && !line.text.isEmpty {
        recent = recent.suffix(Self.titleLines - 1) + [Set(Self.words(of: line.text).filter(wanted.contains))]
        guard let last = recent.last, !last.isEmpty else { continue }
        known.formUnion(last)
        if !missing.isEmpty {
          let together = recent.reduce(into: Set()) { $0.formUnion($1) }
          missing = missing.filter { !$0.isSubset(of: together) }
        }
      }
    }
    for (end, words) in firsts where !known.isSuperset(of: words) || missing.contains(Set(words)) {
      heads[end.page].removeAll { $0.line == end.line }
      known.formUnion(words)
      missing.remove(Set(words))
    }
  }

  /// Returns what a running head says; nothing if it is only a page number, such as `Page 3 of 12`.
  private func words(of end: End, _ text: String) -> [String] {
    let words = Self.words(of: text)
    let named = words.filter { $0.contains(where: \.isLetter) }
    guard follows(end) else { return named + words.filter { $0.count(where: \.isNumber) >= Self.longNumber } }
    return named.count { $0.count >= Self.longWord } > 1 ? named : []
  }

  /// Splits a text at white space and marks, except those inside of a number.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    for part in text.lowercased().split(separator: " ") {
      let marks: (Character) -> Bool = { !$0.isLetter && !$0.isNumber }
      if part.contains(where: \.isLetter) {
        words += part.split(whereSeparator: marks).map(String.init)
      } else if let first = part.firstIndex(where: \.isNumber), let last = part.lastIndex(where: \.isNumber) {
        words.append(String(part[first...last]))
      }
    }
    return words
  }

  private init(_ lines: [[PageLines.Line]]) {
    pages = lines.enumerated().map { number, page in
      let texts = page.indices.filter { !page[$0].text.isEmpty }
      return Set(texts.prefix(Self.deepest) + texts.suffix(Self.deepest)).sorted()
        .map { Self.end($0, of: number, page[$0].text) }
    }
    enough = max(Self.fewestPages, Int(Double(pages.count) * Self.smallestShare))
    for ends in pages {
      for key in Set(ends.map(\.key)) { keys[key, default: 0] += 1 }
      for course in Set(ends.flatMap(Self.courses).joined()) { courses[course, default: 0] += 1 }
    }
    for end in pages.joined() {
      let same = Self.courses(of: end).map { courses[$0[0], default: 0] }
      if same.allSatisfy({ $0 > 1 }) { twins[end.key, default: 0] += 1 }
    }
  }

  private func isHead(_ end: End) -> Bool {
    let follows = follows(end)
    let count = keys[end.key, default: 0]
    if count >= enough, follows || pagesLike(end) >= enough { return true }
    let hasLetters = end.hasLetters
    // Of many chapters, some have fewer pages than show what a running head is.
    if hasLetters, count >= enough, twins[end.key, default: 0] * 2 > count { return true }
    // Of a chapter, they are only on its own pages.
    guard hasLetters || follows else { return false }
    let near = max(0, end.page - Self.nearby)...min(pages.count - 1, end.page + Self.nearby)
    return near.count { pages[$0].contains { Self.areAlike($0, end) } } >= Self.fewestPages
  }

  /// Whether a number of a line advances with the pages.
  private func follows(_ end: End) -> Bool {
    Self.courses(of: end).joined().contains { $0.step > 0 && courses[$0, default: 0] >= Self.fewestPages }
  }

  /// On how many pages a line is whose numbers are the same or have advanced.
  private func pagesLike(_ end: End) -> Int {
    Self.courses(of: end).map { $0.map { courses[$0, default: 0] }.max() ?? 0 }.min() ?? keys[end.key, default: 0]
  }

  private static func areAlike(_ one: End, _ other: End) -> Bool {
    one.key == other.key
      && zip(one.numbers, other.numbers).allSatisfy { first, second in
        steps.contains { second &- first == $0 * (other.page - one.page) }
      }
  }

  /// The courses that each number of a line may be on.
  private static func courses(of end: End) -> [[Course]] {
    end.numbers.enumerated().map { position, number in
      steps.map { Course(key: end.key, position: position, step: $0, start: number &- $0 * end.page) }
    }
  }

  private static func end(_ line: Int, of page: Int, _ text: String) -> End {
    var end = End(page: page, line: line, key: "", numbers: [])
    var isInNumber = false
    for scalar in text.lowercased().unicodeScalars {
      // Not the numerals of Chinese, which are in words, too.
      guard scalar.properties.generalCategory == .decimalNumber, let digit = scalar.properties.numericValue else {
        if !scalar.properties.isWhitespace { end.key.unicodeScalars.append(scalar) }
        isInNumber = false
        continue
      }
      if !isInNumber {
        end.key.append("#")
        end.numbers.append(0)
        isInNumber = true
      }
      end.numbers[end.numbers.count - 1] = end.numbers[end.numbers.count - 1] &* 10 &+ Int(digit)
    }
    // The numbers of a preface.
    if let number = romanNumber(end.key) { (end.key, end.numbers) = ("#", [number]) }
    return end
  }

  private static func romanNumber(_ text: String) -> Int? {
    let values: [Character: Int] = ["i": 1, "v": 5, "x": 10, "l": 50, "c": 100]
    var (sum, last) = (0, 0)
    for character in text.reversed() {
      guard let value = values[character] else { return nil }
      sum += value < last ? -value : value
      last = max(last, value)
    }
    return text.isEmpty ? nil : sum
  }
}
