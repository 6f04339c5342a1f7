/// Finds the lines that a document's outline names.
enum OutlineMatch {
  struct Found {
    var page: Int
    var line: Int
    /// How many lines the heading is broken into.
    var lineCount: Int
    var level: Int
  }

  private struct Place {
    var page: Int
    var line: Int
    var lineCount: Int
  }

  /// In how many lines a title is looked for: more are table rows or words of the text.
  private static let mostPlaces = 200
  private static let mostLines = 3

  /// Returns as many headings as there can be in the order of the outline (Hunt and Szymanski, 1977).
  static func headings(of outline: [PDFFile.Entry], in pages: [[PageLines.Line]]) -> [Found] {
    let titles = outline.map { key($0.title) }
    let places = places(of: Set(titles.filter { !$0.isEmpty }), in: pages)
    /// Of each length, the chain that ends first: the rank of its last place, and its index among the links.
    var ends: [(rank: Int, link: Int)] = []
    var links: [(entry: Int, rank: Int, before: Int?)] = []
    for (entry, title) in titles.enumerated() {
      // From the last place on, so that an entry is used once.
      for rank in (places.ranks[title] ?? []).reversed() {
        let length = firstIndex(in: ends) { $0.rank >= rank }
        links.append((entry, rank, length > 0 ? ends[length - 1].link : nil))
        if length == ends.count { ends.append((rank, links.count - 1)) } else { ends[length] = (rank, links.count - 1) }
      }
    }
    var found: [Found] = []
    var (next, end) = (ends.last?.link, places.all.count)
    while let link = next {
      let (entry, rank) = (links[link].entry, links[link].rank)
      let others = (places.ranks[titles[entry]] ?? []).filter { rank < $0 && $0 < end }.map { places.all[$0] }
      let place = below(places.all[rank], others, title: outline[entry].title, in: pages)
      found.append(
        Found(page: place.page, line: place.line, lineCount: place.lineCount, level: outline[entry].depth + 1))
      (next, end) = (links[link].before, rank)
    }
    return withoutOverlaps(found.reversed())
  }

  /// Returns the place of a heading, which is not at the top of its page if only a running head is.
  private static func below(
    _ place: Place, _ others: [Place], title: String, in pages: [[PageLines.Line]]
  ) -> Place {
    let page = pages[place.page]
    let others = others.filter { $0.page == place.page && $0.line >= place.line + place.lineCount }
    guard !others.isEmpty, page[..<place.line].count(where: { !$0.text.isEmpty }) < RunningHeads.deepest else {
      return place
    }
    let letters = Self.letters(of: title)
    func text(_ place: Place) -> String { page[place.line..<place.line + place.lineCount].map(\.text).joined() }
    func isExact(_ place: Place) -> Bool { Self.letters(of: text(place)) == letters }
    guard isExact(place) else { return others.first(where: isExact) ?? others.first ?? place }
    // What has a number twice is a running head; other text may be the same by chance.
    guard text(place).first?.isNumber == true else { return place }
    return others.first { isExact($0) && text($0).first?.isNumber == true } ?? place
  }

  /// Returns the places of the titles in reading order, and of each title the ranks of its places.
  private static func places(
    of titles: Set<String>, in pages: [[PageLines.Line]]
  ) -> (all: [Place], ranks: [String: [Int]]) {
    var all: [Place] = []
    var ranks: [String: [Int]] = [:]
    let longest = titles.map(\.utf8.count).max() ?? 0
    for (number, page) in pages.enumerated() {
      let keys = page.map { $0.text.utf8.count > 4 * longest + 40 ? nil : key($0.text) }
      for first in page.indices {
        var title = ""
        for count in 1...mostLines where first + count <= page.count {
          guard let part = keys[first + count - 1], !part.isEmpty else { break }
          title += part
          guard title.utf8.count <= longest else { break }
          guard titles.contains(title), ranks[title, default: []].count < mostPlaces else { continue }
          ranks[title, default: []].append(all.count)
          all.append(Place(page: number, line: first, lineCount: count))
        }
      }
    }
    return (all, ranks)
  }

  private static func withoutOverlaps(_ found: [Found]) -> [Found] {
    var kept: [Found] = []
    for heading in found {
      if let last = kept.last, last.page == heading.page, last.line + last.lineCount > heading.line { continue }
      kept.append(heading)
    }
    return kept
  }

  /// Returns the index of the first element for which `isSo` holds, of those that are all behind the others.
  private static func firstIndex<Element>(in array: [Element], where isSo: (Element) -> Bool) -> Int {
    var range = array.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isSo(array[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }

  /// A title without its number, marks and white space: `2.1 Keys` and `Keys` are one.
  static func key(_ text: String) -> String {
    letters(of: text).lowercased()
  }

  /// The same, in capitals or not as it is.
  private static func letters(of text: String) -> String {
    text.drop { $0.isNumber || $0.isWhitespace || $0.isPunctuation }.filter { !$0.isWhitespace }
  }
}
