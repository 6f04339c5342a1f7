import ForeignFormats

/// Collects the text of a file as Markdown, and where its places begin.
struct MarkdownWriter {
  private(set) var lines: [String] = []
  private var marks: [Conversion.Mark] = []
  /// The places of a file without others: what its headings name.
  private var sections: [Conversion.Mark] = []
  private var isInList = false

  /// The levels of headings that Markdown has.
  private static let levels = 1...6

  /// What follows belongs to the place with this label.
  mutating func begin(_ label: String) {
    endBlock()
    // Of two places without text between them, the first has none.
    if marks.last?.line == lines.count + 1 { marks.removeLast() }
    marks.append(Conversion.Mark(line: lines.count + 1, label: label))
  }

  /// Writes rows of a sheet, each on a line with the names of its columns, which the first row has.
  mutating func rows(_ rows: [(number: Int, cells: [String])], of sheet: String = "") {
    let rows = rows.map { (number: $0.number, cells: $0.cells.map { Self.oneLine($0) ?? "" }) }
      .filter { !$0.cells.allSatisfy(\.isEmpty) }
    guard let header = rows.first(where: { row in row.cells.count { !$0.isEmpty } > 1 }) ?? rows.first else { return }
    endBlock()
    var expected: Int?
    for row in rows {
      if row.number != expected {
        marks.append(Conversion.Mark(line: lines.count + 1, label: sheet, row: row.number))
      }
      expected = row.number + 1
      // What stands above the header is a title.
      lines.append(
        "- " + (row.number <= header.number ? Self.plain(row.cells) : Self.named(row.cells, by: header.cells)))
    }
    endBlock()
  }

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
    guard let text = Self.oneLine(text) else { return }
    endBlock()
    let level = min(max(level, Self.levels.lowerBound), Self.levels.upperBound)
    lines.append(String(repeating: "#", count: level) + " " + text)
    sections.append(Conversion.Mark(line: lines.count, label: text))
    endBlock()
  }

  /// A paragraph; its line breaks stay.
  mutating func paragraph(_ text: String) {
    let found = text.split(whereSeparator: \.isNewline).compactMap { Self.oneLine(String($0)) }
    guard !found.isEmpty else { return }
    endBlock()
    lines += found.map(Self.escaped)
    endBlock()
  }

  mutating func item(_ text: String, depth: Int = 0) {
    guard let text = Self.oneLine(text) else { return }
    if !isInList { endBlock() }
    lines.append(String(repeating: "  ", count: min(depth, 8)) + "- " + text)
    isInList = true
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
    lines += [fence + language] + found + [fence]
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
    lines.append(line(first))
    lines.append("|" + String(repeating: " --- |", count: columns))
    lines += rows.dropFirst().map(line)
    endBlock()
  }

  /// Lines as they are, such as those of a page.
  mutating func add(line: String) {
    if line.isEmpty { return endBlock() }
    lines.append(line)
  }

  mutating func endBlock() {
    isInList = false
    if let last = lines.last, !last.isEmpty { lines.append("") }
  }

  consuming func conversion(title: String? = nil, unit: Conversion.Unit? = nil, remarks: [String] = []) -> Conversion {
    while lines.last?.isEmpty == true { lines.removeLast() }
    let (unit, marks) = marks.isEmpty ? (.section, sections) : (unit, marks)
    let places = marks.filter { $0.line <= lines.count }
    return Conversion(
      text: lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n", title: title.flatMap(Self.oneLine),
      unit: places.isEmpty ? nil : unit, marks: places, remarks: remarks)
  }

  /// Returns a text with its white space collapsed; `nil` if there is nothing else.
  static func oneLine(_ text: String) -> String? {
    let words = text.split { $0.isWhitespace || $0 == "\u{0}" }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Returns a line of text so that it begins no heading, fence or comment.
  static func escaped(_ line: String) -> String {
    let isMarkup = ["#", "```", "~~~", "<!--", "---", "==="].contains { line.hasPrefix($0) }
    return isMarkup ? "\\" + line : line
  }
}
