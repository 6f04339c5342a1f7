import Foundation

/// The lines of a document's pages, to be rid of what only pages need.
struct PageLines {
  struct Line {
    var text: String
    /// The level if the line is a heading.
    var headingLevel: Int?
    /// Whether it is the empty line after a column, or after what stands above or below columns.
    var isPartEnd = false
    /// The cells if the line is a row of a table.
    var cells: [String]?

    /// Whether it may go on in the next line.
    var isProse: Bool { headingLevel == nil && cells == nil }
  }

  /// The lines of each page; an empty one stands between blocks.
  var pages: [[Line]]

  init(of texts: [String]) {
    pages = texts.map { text in
      text.split(separator: Self.partEnd).flatMap { part in
        part.split(omittingEmptySubsequences: false) { $0.isNewline || $0 == "\u{C}" }
          .map(Self.line) + [Line(text: "", isPartEnd: true)]
      }
    }
  }

  private static func line(_ text: Substring) -> Line {
    guard text.first == rowMark else { return Line(text: tidy(text)) }
    let cells = text.dropFirst().split(separator: cellMark, omittingEmptySubsequences: false).dropFirst().map(tidy)
    return Line(text: cells.filter { !$0.isEmpty }.joined(separator: " "), cells: Array(cells))
  }

  /// What the rows and the cells of tables begin with in the text of a page.
  private static let rowMark: Character = "\u{2}", cellMark: Character = "\u{3}"

  /// What stands after each column in the text of a page.
  private static let partEnd: Character = "\u{B}"

  /// Lets a sentence that goes on in the next column go on.
  mutating func joinColumns() {
    for number in pages.indices {
      let lines = pages[number]
      var dropped = IndexSet()
      for end in lines.indices where lines[end].isPartEnd {
        // Poppler ends a part with an empty line, or a few.
        guard let before = lines[..<end].suffix(4).lastIndex(where: { !$0.text.isEmpty }),
          let after = lines[end...].prefix(4).firstIndex(where: { !$0.text.isEmpty }),
          Self.goesOn(lines[before], lines[after])
        else { continue }
        dropped.insert(integersIn: before + 1..<after)
      }
      pages[number] = lines.indices.filter { !dropped.contains($0) }.map { lines[$0] }
    }
  }

  private static func goesOn(_ line: Line, _ next: Line) -> Bool {
    guard line.isProse, next.isProse, let last = line.text.last else { return false }
    // The few words in a cell of a table are no sentence.
    return (last.isLetter || ",-\u{2010}".contains(last)) && next.text.first?.isLowercase == true
      && min(line.text.count, next.text.count) >= shortestOfColumn
  }

  /// The fewest characters of the two lines of a sentence that goes on in the next column.
  private static let shortestOfColumn = 20

  /// Expands ligatures, collapses white space, and makes list items of bullets.
  static func tidy(_ line: Substring) -> String {
    var scalars = String.UnicodeScalarView()
    // Where a part begins that is read in the other direction than the line: LRE or RLE … PDF.
    var embedded: Int?
    func append(_ letters: String) {
      for letter in letters.unicodeScalars { scalars.append(letter) }
    }
    for scalar in line.unicodeScalars {
      switch scalar.value {
      // The places of ligatures in TeX's fonts (T1), which are all that a file without names for its glyphs has.
      case 0x1B...0x1F: append(ligatures[Int(scalar.value) - 0x1B])
      // Forms of letters that fonts have for places in a word, and ligatures.
      case 0xFB00...0xFDFF, 0xFE70...0xFEFC: append(String(scalar).precomposedStringWithCompatibilityMapping)
      case 0x202A, 0x202B: embedded = scalars.count
      case 0x202C:
        // The space that is before it on the page comes after it as the line is read.
        if let start = embedded, scalars.dropFirst(start).first == " " { scalars.append(" ") }
        embedded = nil
      // Directions, which the order of the text already has, and what lengthens Arabic words.
      case 0x200E, 0x200F, 0x202D, 0x202E, 0x2066...0x2069, 0x0640: continue
      default: scalars.append(scalar)
      }
    }
    var text = String(scalars)
    // A soft hyphen at the end is a hyphen; elsewhere it is nothing.
    if text.last == "\u{AD}" { text = text.dropLast() + "\u{2010}" }
    guard var line = MarkdownWriter.oneLine(text) else { return "" }
    if let first = line.first, bullets.contains(first) {
      if line.count == 1 { return "" }
      let rest = line.dropFirst().drop { $0 == " " }
      line = "- " + rest
    }
    return line
  }

  private static let ligatures = ["ff", "fi", "fl", "ffi", "ffl"]

  private static let bullets: Set<Character> = [
    "•", "◦", "▪", "‣", "●", "○", "■", "□", "∙", "⁃", "\u{F0B7}", "\u{F0A7}",
  ]

  /// Drops page numbers and running heads.
  mutating func dropRunningHeads() {
    for (number, heads) in RunningHeads.lines(of: pages).enumerated() where !heads.isEmpty {
      pages[number] = pages[number].indices.filter { !heads.contains($0) }.map { pages[number][$0] }
    }
  }

  /// Makes headings of lines found in the outline.
  mutating func mark(_ headings: [OutlineMatch.Found]) {
    for heading in headings.reversed() {
      pages[heading.page][heading.line].headingLevel = heading.level
      guard heading.lineCount > 1 else { continue }
      let lines = heading.line..<heading.line + heading.lineCount
      pages[heading.page][heading.line].text = pages[heading.page][lines].map(\.text).joined(separator: " ")
      pages[heading.page].removeSubrange(lines.dropFirst())
    }
  }

  /// Returns the pages of a list of contents, whose lines are titles but no headings.
  ///
  /// A price list has dots too, but what it names stands nowhere else.
  func contents(_ outline: [PDFFile.Entry]) -> Set<Int> {
    let found = pages.indices.filter { Self.hasLeaders(pages[$0]) }
    guard !found.isEmpty else { return [] }
    var contents: Set<Int> = []
    var named = Set(outline.map { OutlineMatch.key($0.title) })
    for (number, page) in pages.enumerated() where !found.contains(number) {
      for line in page where line.text.utf8.count <= Self.longestTitle { named.insert(OutlineMatch.key(line.text)) }
    }
    for number in found {
      let titles = pages[number].filter { Self.hasLeader($0.text) }.map { Self.withoutLeader($0.text) }.filter {
        !$0.isEmpty
      }
      let known = titles.count { named.contains($0) }
      if known >= Self.fewestContents, known * 3 >= titles.count { contents.insert(number) }
    }
    return contents
  }

  /// Makes one character of the dots that lead from a title to a number.
  mutating func shortenLeaders() {
    let dots = #/\h*(?:\.\h?){4,}\h*|\h*\u{2026}{2,}\h*/#
    for number in pages.indices {
      for line in pages[number].indices where Self.hasLeader(pages[number][line].text) {
        pages[number][line].text = pages[number][line].text.replacing(dots, with: " \u{2026} ")
      }
    }
  }

  /// The longest line that may be a title, in bytes.
  private static let longestTitle = 200

  private static func withoutLeader(_ line: String) -> String {
    let end = line.range(of: ". . .") ?? line.range(of: "....") ?? line.range(of: "\u{2026}")
    return OutlineMatch.key(String(line[..<(end?.lowerBound ?? line.endIndex)]))
  }

  private static func hasLeader(_ line: String) -> Bool {
    line.contains(". . . .") || line.contains(".....") || line.contains("\u{2026}\u{2026}")
  }

  /// Whether most lines lead to a number by dots.
  private static func hasLeaders(_ page: [Line]) -> Bool {
    let lines = page.map(\.text).filter { $0.contains(where: \.isLetter) }
    let leading = lines.count(where: hasLeader)
    return leading >= fewestContents && leading * 2 > lines.count
  }

  /// The fewest lines of a list of contents.
  private static let fewestContents = 4
}
