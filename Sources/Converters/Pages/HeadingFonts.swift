/// Finds headings of a document without an outline by the fonts of its lines.
///
/// A heading missed costs less than a line of the text made one: what is in doubt is no heading.
struct HeadingFonts {
  /// A heading is so many times as large as the text, or bold and hardly smaller than it.
  private static let larger = 1.15, hardlySmaller = 0.95
  /// A size with this share of the letters is one of the text, however many letters smaller ones have.
  private static let textShare = 0.15
  private static let mostLines = 3
  /// In characters.
  private static let longest = 150
  /// Sizes closer than this are one.
  private static let tolerance = 1.04
  /// The space between lines of a heading, and the least above one that is only bold, in its size.
  private static let leading = 0.6, spaceAbove = 0.35
  /// If more of the lines are headings, as on a poster, none is.
  private static let largestShare = 0.4

  /// A line, or several that are one heading.
  private struct Candidate {
    var page: Int
    var text: String
    var size: Double
    var isBold: Bool
  }

  /// The size of the text, in points.
  private let size: Double
  /// Whether most of the text is bold.
  private let isBold: Bool
  private var candidates: [Candidate] = []

  /// Returns the headings of pages that are printed like this.
  static func headings(of printed: [[PDFFile.PrintedLine]], in pages: [[PageLines.Line]]) -> [OutlineMatch.Found] {
    guard let fonts = HeadingFonts(printed) else { return [] }
    let levels = fonts.levels()
    let candidates = Dictionary(grouping: fonts.candidates, by: \.page)
    var found: [OutlineMatch.Found] = []
    var lines = 0
    for (number, page) in pages.enumerated() where !page.isEmpty {
      lines += page.count { !$0.text.isEmpty }
      let entries = candidates[number, default: []].map { candidate in
        PDFFile.Entry(depth: levels.firstIndex { candidate.size * Self.tolerance >= $0 } ?? 0, title: candidate.text)
      }
      found += OutlineMatch.headings(of: entries, in: [page]).map { heading in
        OutlineMatch.Found(page: number, line: heading.line, lineCount: heading.lineCount, level: heading.level)
      }
    }
    guard Double(found.map(\.lineCount).reduce(0, +)) <= largestShare * Double(lines) else { return [] }
    // What was a running head leaves no gap among the levels.
    let used = Set(found.map(\.level)).sorted()
    return found.map { heading in
      var heading = heading
      heading.level = (used.firstIndex(of: heading.level) ?? 0) + 1
      return heading
    }
  }

  private init?(_ pages: [[PDFFile.PrintedLine]]) {
    var letters: [Double: Int] = [:]
    var (all, bold) = (0, 0)
    for line in pages.joined() {
      let count = line.text.utf8.count
      letters[(line.size * 2).rounded() / 2, default: 0] += count
      all += count
      if line.isMostlyBold { bold += count }
    }
    guard let size = letters.filter({ Double($0.value) >= Self.textShare * Double(all) }).keys.max() else { return nil }
    self.size = size
    isBold = bold * 2 > all
    for (number, lines) in pages.enumerated() { addHeadings(among: lines, of: number) }
    // Of names and dates below a title, none is as large as the sections.
    let boldest = candidates.filter(\.isBold)
    if boldest.count * 2 > candidates.count, let size = boldest.map(\.size).max() {
      candidates.removeAll { !$0.isBold && $0.size <= size }
    }
  }

  private mutating func addHeadings(among lines: [PDFFile.PrintedLine], of page: Int) {
    var found: [(range: Range<Int>, candidate: Candidate)] = []
    var first = 0
    while first < lines.count {
      var end = first + 1
      while end < lines.count, Self.isSame(lines[end - 1], lines[end]) { end += 1 }
      let text = lines[first..<end].map { PageLines.tidy(Substring($0.text)) }.joined(separator: " ")
      if isHeading(first..<end, text, of: lines) {
        if let last = found.last, last.range.upperBound == first, lines[first - 1].part == lines[first].part,
          Self.isNumber(last.candidate, of: lines[first].size)
        {
          found.removeLast()
        }
        let heading = Candidate(page: page, text: text, size: lines[first].size, isBold: lines[first].isMostlyBold)
        found.append((first..<end, heading))
      }
      first = end
    }
    // Of a page with little else, such as that of the title, one line is the heading.
    if found.count > 2, found.map(\.range.count).reduce(0, +) * 2 > lines.count {
      let largest = found.map(\.candidate.size).max()
      found = found.first { $0.candidate.size == largest }.map { [$0] } ?? []
    }
    candidates += found.map(\.candidate)
  }

  /// Whether a line goes on in the next.
  private static func isSame(_ line: PDFFile.PrintedLine, _ next: PDFFile.PrintedLine) -> Bool {
    line.part == next.part && line.isMostlyBold == next.isMostlyBold
      && max(line.size, next.size) < min(line.size, next.size) * 1.02
      && next.top - line.bottom < leading * line.size
  }

  /// Whether a line is only "Chapter" or "TWO" above a title of a size.
  private static func isNumber(_ line: Candidate, of size: Double) -> Bool {
    if line.size * tolerance < size { return true }
    let isWord = !line.text.contains(" ") && line.text == line.text.uppercased()
    return isWord && line.size < size * tolerance
  }

  private func isHeading(_ range: Range<Int>, _ text: String, of lines: [PDFFile.PrintedLine]) -> Bool {
    let (line, last) = (lines[range.lowerBound], lines[range.upperBound - 1])
    guard range.count <= Self.mostLines, text.count <= Self.longest, text.count(where: \.isLetter) >= 2,
      !lines[range].contains(where: \.isBroken), !text.hasPrefix("- "), let end = text.last, !",;".contains(end)
    else { return false }
    if line.size >= size * Self.larger { return true }
    // Bold words in a paragraph, terms with their explanations and captions are bold too.
    guard !isBold, lines[range].allSatisfy({ $0.boldShare == 1 }), !line.isMonospaced,
      line.size >= size * Self.hardlySmaller, !".:".contains(end),
      text.first(where: \.isLetter)?.isLowercase == false, range.upperBound < lines.count
    else { return false }
    let next = lines[range.upperBound]
    guard next.part == line.part, next.left <= line.left + line.size / 2 else { return false }
    guard range.lowerBound > 0, lines[range.lowerBound - 1].part == line.part else { return true }
    let above = line.top - lines[range.lowerBound - 1].bottom
    return above > Self.spaceAbove * line.size && above > next.top - last.bottom
  }

  /// Returns the smallest size of each level: those on the first page alone are a title's.
  private func levels() -> [Double] {
    var levels: [Double] = []
    func add(_ sizes: [Double]) {
      for size in sizes.sorted(by: >) where levels.last.map({ size * Self.tolerance < $0 }) ?? true {
        levels.append(size)
      }
    }
    let later = Set(candidates.filter { $0.page > 0 }.map(\.size))
    let largest = later.max() ?? 0
    let title = candidates.map(\.size).filter { $0 > largest * Self.tolerance }
    if !later.isEmpty, let smallest = title.min() {
      levels = [smallest]
      add(Array(later) + candidates.map(\.size).filter { $0 <= largest })
    } else {
      add(candidates.map(\.size))
    }
    return levels
  }
}
