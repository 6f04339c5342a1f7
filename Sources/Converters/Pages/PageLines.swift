/// The lines of a document's pages, to be rid of what only pages need.
struct PageLines {
  struct Line {
    var text: String
    /// The level if the line is a heading.
    var headingLevel: Int?
  }

  /// The lines of each page; an empty one stands between blocks.
  private(set) var pages: [[Line]]

  /// How many lines at each end of a page may be a running head.
  private static let deepestHead = 2
  /// On how many pages a line must be to be a running head, and on which share of them, since left and right pages may
  /// differ.
  private static let fewestPages = 3
  private static let smallestShare = 0.3

  init(of texts: [String]) {
    pages = texts.map { text in
      text.split(omittingEmptySubsequences: false) { $0.isNewline || $0 == "\u{C}" }
        .map { Line(text: Self.tidy($0)) }
    }
  }

  /// Expands ligatures, and removes white space at the ends.
  private static func tidy(_ line: Substring) -> String {
    var text = ""
    for character in line {
      if let letters = ligatures[character] { text += letters } else if character != "\u{0}" { text.append(character) }
    }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text.drop(while: \.isWhitespace))
  }

  /// Unicode's Latin ligatures (U+FB00 to U+FB06).
  private static let ligatures: [Character: String] = [
    "\u{FB00}": "ff", "\u{FB01}": "fi", "\u{FB02}": "fl", "\u{FB03}": "ffi", "\u{FB04}": "ffl", "\u{FB05}": "st",
    "\u{FB06}": "st",
  ]

  /// Drops lines that stand at the top or bottom of many pages, apart from their numbers, and page numbers.
  mutating func dropRunningHeads() {
    guard pages.count >= Self.fewestPages else { return }
    var counts: [String: Int] = [:]
    for page in pages {
      for key in Set(Self.ends(of: page).map { Self.key(page[$0].text) }) { counts[key, default: 0] += 1 }
    }
    let enough = max(Self.fewestPages, Int(Double(pages.count) * Self.smallestShare))
    for number in pages.indices {
      let heads = Set(
        Self.ends(of: pages[number]).filter { counts[Self.key(pages[number][$0].text), default: 0] >= enough })
      pages[number] = pages[number].indices.filter { !heads.contains($0) }.map { pages[number][$0] }
    }
  }

  /// The indices of the first and last lines of a page with text.
  private static func ends(of page: [Line]) -> [Int] {
    let lines = page.indices.filter { !page[$0].text.isEmpty }
    return Array(lines.prefix(deepestHead) + lines.suffix(deepestHead))
  }

  /// What is the same in a running head of all pages.
  private static func key(_ line: String) -> String {
    var key = ""
    for character in line.lowercased() {
      if character.isNumber {
        if key.last != "#" { key.append("#") }
      } else if !character.isWhitespace {
        key.append(character)
      }
    }
    // The numbers of a preface.
    return !key.isEmpty && key.allSatisfy { "ivxlc".contains($0) } ? "#" : key
  }

  /// Joins words that were split at the end of a line: the rest moves up. A hyphen that other lines have in the word
  /// stays.
  mutating func joinHyphens() {
    let words = Set(pages.joined().flatMap { $0.text.lowercased().split { !$0.isLetter && $0 != "-" } })
    for number in pages.indices {
      for index in pages[number].indices.dropLast() {
        join(page: number, line: index, words)
      }
      pages[number].removeAll { $0.text == Self.joined }
    }
  }

  /// What is left of a line whose only word moved up.
  private static let joined = "\u{1}"

  private mutating func join(page: Int, line: Int, _ words: Set<Substring>) {
    let (text, next) = (pages[page][line].text, pages[page][line + 1].text)
    guard let hyphen = text.last, "-\u{AD}\u{2010}".contains(hyphen), next.first?.isLowercase == true else { return }
    let start = text.dropLast().suffix(while: \.isLetter)
    guard !start.isEmpty else { return }
    let rest = next.prefix { !$0.isWhitespace }
    let end = rest.prefix { $0.isLetter }
    let whole = Substring((start + end).lowercased())
    let keepsHyphen =
      hyphen != "\u{AD}" && !words.contains(whole)
      && words.contains(Substring((start + "-" + end).lowercased()))
    pages[page][line].text = text.dropLast() + (keepsHyphen ? "-" : "") + rest
    let left = next.dropFirst(rest.count).drop(while: \.isWhitespace)
    pages[page][line + 1].text = left.isEmpty ? Self.joined : String(left)
  }

  /// Marks the lines that the outline names as headings.
  mutating func markHeadings(by outline: [PDFFile.Entry]) {
    var place = (page: 0, line: 0)
    for entry in outline {
      let wanted = Self.title(entry.title)
      guard !wanted.isEmpty, let found = firstLine(from: place, where: { Self.title($0) == wanted }) else { continue }
      pages[found.page][found.line].headingLevel = entry.depth + 1
      place = (found.page, found.line + 1)
    }
  }

  private func firstLine(from place: (page: Int, line: Int), where matches: (String) -> Bool) -> (page: Int, line: Int)?
  {
    for page in place.page..<max(place.page, pages.count) {
      let first = page == place.page ? place.line : 0
      for line in pages[page].indices.dropFirst(first) where matches(pages[page][line].text) { return (page, line) }
    }
    return nil
  }

  /// A heading without its number, marks and white space: `2.1 Keys` and `Keys` are one.
  private static func title(_ text: String) -> String {
    text.drop { $0.isNumber || $0.isWhitespace || $0.isPunctuation }.lowercased().filter { !$0.isWhitespace }
  }
}

extension Substring {
  fileprivate func suffix(while matches: (Character) -> Bool) -> Substring {
    var start = endIndex
    while start > startIndex, matches(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
