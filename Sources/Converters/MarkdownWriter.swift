import ForeignFormats

/// Collects the text of a file as Markdown, and where its places begin.
struct MarkdownWriter {
  private(set) var lines: [String] = []
  private var marks: [Places.Mark] = []
  /// The places of a file without others: what its headings name.
  private var sections: [Places.Mark] = []
  private(set) var isInList = false
  private let budget = TextBudget.current
  /// The occurrences of what was written, and whether there are later ones.
  private(set) var occurrences: [Occurrence] = []
  var hasLaterOccurrences = false
  /// In how many quotations the text stands.
  var quoteDepth = 0 {
    willSet { if newValue != quoteDepth { endBlock() } }
  }

  /// What is said of a file with text that its readers do not see.
  static let hiddenText = "hidden text was left out"

  /// The levels of headings that Markdown has.
  private static let levels = 1...6

  /// The line of the last heading, from 1; 0 without any.
  var lastHeading: Int { sections.last?.line ?? 0 }

  /// What follows belongs to the place with this label.
  mutating func begin(_ label: String) {
    endBlock()
    // Of two places without text between them, the first has none.
    if marks.last?.line == lines.count + 1 { marks.removeLast() }
    marks.append(Places.Mark(line: lines.count + 1, label: label))
  }

  /// Writes rows of a sheet, each on a line with the names of its columns, which the first row has.
  ///
  /// - Parameter hasHeader: Whether the first of the rows that have more than one cell has names; `nil` if it does.
  mutating func rows(
    _ rows: [(number: Int, cells: [String])], of sheet: String = "", hasHeader: (([[String]]) -> Bool)? = nil
  ) {
    guard let start = rows.firstIndex(where: { !Self.isBlank($0.cells) }) else { return }
    let header = rows.first { row in row.cells.count { Self.oneLine($0) != nil } > 1 } ?? rows[start]
    let headerCells = Self.lines(header.cells)
    let names = Self.names(headerCells, for: rows.lazy.map(\.cells))
    let isNamed = hasHeader.map { hasHeader in
      hasHeader(rows.map { Self.lines($0.cells) }.filter { row in row.count { !$0.isEmpty } > 1 })
    }
    endBlock()
    var expected: Int?
    for row in rows[start...] where !isFull && !Self.isBlank(row.cells) {
      if row.number != expected, hasRoom(for: sheet) {
        marks.append(Places.Mark(line: lines.count + 1, label: sheet, row: row.number))
      }
      expected = row.number + 1
      let cells = Self.lines(row.cells)
      // What stands above the header is a title.
      let isPlain = isNamed == false || row.number <= header.number
      append("- " + (isPlain ? Self.plain(cells) : Self.named(cells, by: names)))
    }
    endBlock()
  }

  private static func isBlank(_ cells: [String]) -> Bool { cells.allSatisfy { oneLine($0) == nil } }

  private static func lines(_ cells: [String]) -> [String] { cells.map { $0.isEmpty ? "" : oneLine($0) ?? "" } }

  /// Returns the names of columns, cut if they are long for what stands in the rows, as the questions of a form are.
  private static func names(_ header: [String], for rows: some Sequence<[String]>) -> [String] {
    var uses = Array(repeating: 0, count: header.count)
    var bytes = 0
    for cells in rows.prefix(mostCompared) {
      for (column, cell) in zip(header.indices, cells) where !cell.isEmpty {
        uses[column] += 1
        bytes += cell.utf8.count
      }
    }
    var names = header
    for length in [60, 20, 5] where zip(names, uses).reduce(0, { $0 + $1.0.utf8.count * $1.1 }) > mostOfNames * bytes {
      names = header.map { $0.count > length ? $0.prefix(length) + "…" : $0 }
    }
    return names
  }

  /// How many rows say how long what stands in them is.
  private static let mostCompared = 1000
  /// How much longer the columns' names may be than what stands in the rows: half of what a file may grow.
  private static let mostOfNames = 8

  private static func plain(_ cells: [String]) -> String {
    cells.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private static func named(_ cells: [String], by names: [String]) -> String {
    cells.enumerated().filter { !$0.element.isEmpty }.map { column, cell in
      let name = column < names.count ? names[column] : ""
      return name.isEmpty ? cell : "\(name): \(cell)"
    }.joined(separator: "; ")
  }

  mutating func heading(_ text: String, level: Int) {
    guard let whole = Self.oneLine(text) else { return }
    let text = Self.short(whole)
    endBlock()
    let level = min(max(level, Self.levels.lowerBound), Self.levels.upperBound)
    append(String(repeating: "#", count: level) + " " + text)
    guard hasRoom(for: text) else { return }
    sections.append(Places.Mark(line: lines.count, label: text))
    endBlock()
    if text.utf8.count < whole.utf8.count { paragraph(whole) }
  }

  /// Each passage below a heading has it once more, so a long one would fill the index.
  private static let longestHeading = 300

  private static func short(_ heading: String) -> String {
    guard heading.utf8.count > longestHeading, heading.count > longestHeading else { return heading }
    let start = heading.prefix(longestHeading)
    return start[..<(start.lastIndex(of: " ") ?? start.endIndex)] + "…"
  }

  /// A paragraph; its line breaks stay.
  mutating func paragraph(_ text: String) {
    let found = Self.linesOf(text)
    guard !found.isEmpty else { return }
    endBlock()
    for line in found { append(Self.escaped(line)) }
    endBlock()
  }

  /// What a person wrote beside the text.
  mutating func comment(_ text: String, by author: String?) {
    guard let words = Self.oneLine(text) else { return }
    quoteDepth += 1
    paragraph("Comment\(author.flatMap(Self.oneLine).map { " (\($0))" } ?? ""): \(words)")
    quoteDepth -= 1
  }

  /// An item of a list, with a bullet or a number.
  mutating func item(_ text: String, depth: Int = 0, marker: String = "-") {
    let found = Self.linesOf(text)
    guard let first = found.first else { return }
    if !isInList { endBlock() }
    append(Self.indent(depth) + marker + " " + first)
    isInList = true
    for line in found.dropFirst() { continuation(line, depth: depth) }
  }

  /// More text of the item before it.
  mutating func continuation(_ text: String, depth: Int) {
    guard isInList else { return paragraph(text) }
    for line in Self.linesOf(text) { append(Self.indent(depth) + "  " + Self.escaped(line)) }
  }

  private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: max(0, min(depth, 8))) }

  private mutating func append(_ line: String) {
    keep(quoteDepth > 0 ? String(repeating: "> ", count: min(quoteDepth, 8)) + line : line)
  }

  private mutating func keep(_ line: String) {
    let size = line.utf8.count
    guard let room = budget?.take(size + 1), room <= size else { return lines.append(line) }
    let end = line.utf8.index(line.startIndex, offsetBy: max(0, room - 1))
    if room > 1 { lines.append(String(line.unicodeScalars[..<end])) }
  }

  /// Whether the file's text has become so long that nothing more is kept.
  var isFull: Bool { budget?.isSpent ?? false }

  private func hasRoom(for text: String) -> Bool {
    budget.map { $0.take(text.utf8.count + 1) > text.utf8.count } ?? true
  }

  mutating func code(_ text: String, language: String = "") {
    var found = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    while let last = found.last, last.allSatisfy(\.isWhitespace) { found.removeLast() }
    while let first = found.first, first.allSatisfy(\.isWhitespace) { found.removeFirst() }
    guard !found.isEmpty else { return }
    endBlock()
    // Longer than any in the text.
    let longest = found.map { $0.drop { $0 == " " }.prefix { $0 == "`" }.count }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    for line in [fence + language] + found + [fence] { append(line) }
    endBlock()
  }

  /// A table whose first row is the header.
  mutating func table(_ rows: [[String]]) {
    let rows = rows.map { $0.map { Self.oneLine($0) ?? "" } }.filter { !$0.allSatisfy(\.isEmpty) }
    guard let first = rows.first else { return }
    endBlock()
    let columns = rows.map(\.count).max() ?? 0
    func line(_ row: [String]) -> String {
      let cells = row + Array(repeating: "", count: columns - row.count)
      return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
    append(line(first))
    append("|" + String(repeating: " --- |", count: columns))
    for row in rows.dropFirst() where !isFull { append(line(row)) }
    endBlock()
  }

  /// Lines as they are, such as those of a page.
  mutating func add(line: String) {
    if line.isEmpty { return endBlock() }
    keep(line)
  }

  mutating func endBlock() {
    isInList = false
    if let last = lines.last, !last.isEmpty { lines.append("") }
  }

  consuming func conversion(title: String? = nil, unit: Places.Unit? = nil, remarks: [String] = []) -> Conversion {
    while lines.last?.isEmpty == true { lines.removeLast() }
    let (unit, marks) = marks.isEmpty ? (.section, sections) : (unit, marks)
    let places = marks.filter { $0.line <= lines.count }
    var conversion = Conversion(
      text: lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n",
      title: title.flatMap(Self.oneLine).map(Self.short),
      unit: places.isEmpty ? nil : unit, marks: places, remarks: remarks)
    (conversion.occurrences, conversion.hasLaterOccurrences) = (occurrences, hasLaterOccurrences)
    return conversion
  }

  /// Adds Markdown as it is. A fence that it leaves open ends with it.
  mutating func add(markdown: String) {
    endBlock()
    var fence: Substring?
    for line in markdown.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let bare = line.drop { $0 == " " }
      let marks = bare.prefix { $0 == bare.first }
      if ["`", "~"].contains(bare.first), marks.count >= 3 {
        if let open = fence {
          if marks.first == open.first, marks.count >= open.count { fence = nil }
        } else {
          fence = marks
        }
      }
      if line.isEmpty, lines.last?.isEmpty ?? true, fence == nil { continue }
      append(line.contains("\0") ? line.filter { $0 != "\0" } : String(line))
    }
    if let fence { append(String(fence)) }
    endBlock()
  }

  /// Adds text that people wrote for the eye: quotations and lists stay what they are.
  mutating func add(text: String) {
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      guard let words = Self.oneLine(String(line)) else {
        endBlock()
        continue
      }
      let space = line.prefix { $0 == " " || $0 == "\t" }
      if words.hasPrefix(">") {
        append(Self.quoted(words))
      } else {
        append(
          space.isEmpty ? Self.escaped(words) : space + String(line.dropFirst(space.count)).filter { $0 != "\u{0}" })
      }
    }
  }

  /// Returns a quoted line with a space after each mark.
  private static func quoted(_ line: String) -> String {
    let marks = line.prefix { $0 == ">" || $0 == " " }
    return String(repeating: "> ", count: min(marks.count { $0 == ">" }, 8)) + line.dropFirst(marks.count)
  }

  /// Returns Markdown with its headings some levels lower, so that they stay below one of that level.
  static func lowered(_ text: String, by levels: Int) -> String {
    guard text.contains("#") else { return text }
    var isCode = false
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      if line.hasPrefix("```") { isCode.toggle() }
      let level = line.prefix { $0 == "#" }.count
      guard !isCode, (1...6).contains(level), line.dropFirst(level).first == " " else { return String(line) }
      return String(repeating: "#", count: min(level + levels, 6)) + line.dropFirst(level)
    }.joined(separator: "\n")
  }

  /// Adds what another file's conversion has, such as an attachment's, with its headings below a level.
  mutating func add(_ other: Conversion, below level: Int) {
    endBlock()
    for occurrence in other.occurrences { add(occurrence, after: lines.count) }
    if other.hasLaterOccurrences { hasLaterOccurrences = true }
    for line in Self.lowered(other.text, by: level).split(separator: "\n", omittingEmptySubsequences: false) {
      append(String(line))
    }
    endBlock()
  }

  /// Adds an occurrence whose line is counted from a line on.
  mutating func add(_ occurrence: Occurrence, after line: Int) {
    occurrences.append(occurrence)
    occurrences[occurrences.count - 1].line += line
  }

  /// Returns the lines of a text without the empty ones, their white space collapsed.
  private static func linesOf(_ text: String) -> [String] {
    text.utf8.split { (0x0A...0x0D).contains($0) }.compactMap { oneLine(String(Substring($0))) }
  }

  /// Returns a text with its white space collapsed and control characters dropped; `nil` if there is nothing else.
  static func oneLine(_ text: String) -> String? {
    var line: [UInt8] = []
    line.reserveCapacity(text.utf8.count)
    var isSpaced = false
    for scalar in text.unicodeScalars {
      let value = scalar.value
      if value == 0x20 || (value >= 0x80 || value < 0x20) && scalar.properties.isWhitespace {
        isSpaced = !line.isEmpty
      } else if value >= 0x20, !invisible.contains(value) {
        if isSpaced { line.append(0x20) }
        isSpaced = false
        if value < 0x80 { line.append(UInt8(value)) } else { line += scalar.utf8 }
      }
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  /// Delete, C1 controls, soft hyphen, zero-width space, word joiner, byte-order mark: nobody sees them, and they split
  /// words.
  private static let invisible: Set<UInt32> = Set([0x7F, 0xAD, 0x200B, 0x2060, 0xFEFF]).union(0x80...0x9F)

  /// Returns a line of text so that it begins no heading, fence, quote, tag or comment.
  static func escaped(_ line: String) -> String {
    let bytes = line.utf8
    guard let first = bytes.first, "#`~<->=".utf8.contains(first) else { return line }
    let second = bytes.dropFirst().first ?? 0x20
    let isMarkup =
      switch first {
      case UInt8(ascii: "#"), UInt8(ascii: ">"): true
      case UInt8(ascii: "<"): second | 0x20 >= 0x61 && second | 0x20 <= 0x7A || "!?/".utf8.contains(second)
      // Any number of these below a line makes a heading of it.
      case UInt8(ascii: "-"), UInt8(ascii: "="):
        bytes.allSatisfy { $0 == first } || bytes.starts(with: [first, first, first])
      default: bytes.starts(with: [first, first, first])
      }
    return isMarkup ? "\\" + line : line
  }
}
