/// A text with paragraphs of its own: the document, or one of its text boxes.
struct RTFStory {
  enum Block {
    case heading(String, level: Int)
    case item(String, depth: Int, marker: String)
    case paragraph(String)
    case comment(String, author: String?)
    case table([[String]])
  }

  struct Paragraph {
    var level: Int?
    var style: Int?
    var depth = 0
    var isItem = false
    var isInTable = false
  }

  var paragraph = Paragraph()
  var texts: [RTFWalk.Destination: ShiftedText] = [:]
  /// What stands before the text of the item.
  var mark = ""
  /// The notes, comments and text boxes of the paragraph, which stand below it.
  var below: [Block] = []
  /// What is finished of a text box.
  var blocks: [Block] = []
  /// A table that is not at its end.
  private struct OpenTable {
    var cells: [String] = []
    var rows: [[String]] = []
    /// What stands in the cell before the table inside.
    var before = ""
  }

  private var table = OpenTable()
  /// The tables that the table is in, the outermost first.
  private var outer: [OpenTable] = []
  private var belowTable: [Block] = []

  /// How deep tables may stand in each other.
  private static let deepestTable = 8

  mutating func takeText(_ destination: RTFWalk.Destination = .text) -> String {
    texts.removeValue(forKey: destination)?.text ?? ""
  }

  /// Follows a paragraph into a table inside of the table, or out of it.
  ///
  /// - Parameter depth: How many tables it stands in.
  mutating func enterTables(_ depth: Int) {
    while outer.count + 1 < min(depth, Self.deepestTable) {
      table.before += takeText()
      outer.append(table)
      table = OpenTable()
    }
    while outer.count + 1 > max(1, depth), var around = outer.popLast() {
      if !table.cells.isEmpty { table.rows.append(table.cells) }
      around.before += " " + NestedTable.text(of: table.rows) + " "
      table = around
    }
  }

  mutating func endCell(nested: Bool) {
    if !nested { enterTables(1) }
    table.cells.append(table.before + takeText())
    table.before = ""
    mark = ""
  }

  mutating func endRow(nested: Bool) {
    if !nested { enterTables(1) }
    table.rows.append(table.cells)
    table.cells = []
    belowTable += below
    below = []
  }

  /// Returns the paragraph, after a table that ends with it, if the styles' headings have these levels.
  mutating func endParagraph(levels: [Int: Int]) -> [Block] {
    enterTables(1)
    let text = table.before + takeText()
    table.before = ""
    var ended = endTable()
    let level = paragraph.level ?? paragraph.style.flatMap { levels[$0] }
    if text.isEmpty {
      // A line without words.
    } else if let level, level < 10 {
      ended.append(.heading(text, level: level))
    } else if paragraph.isItem || !mark.isEmpty {
      let (marker, label) = RTFListMarks.marker(of: mark)
      ended.append(.item(label + text, depth: paragraph.depth, marker: marker))
    } else {
      ended.append(.paragraph(text))
    }
    mark = ""
    ended += below
    below = []
    return ended
  }

  private mutating func endTable() -> [Block] {
    if !table.cells.isEmpty { table.rows.append(table.cells) }
    table.cells = []
    guard !table.rows.isEmpty else { return [] }
    let ended = [.table(table.rows)] + belowTable
    table.rows = []
    belowTable = []
    return ended
  }
}

extension MarkdownWriter {
  mutating func write(_ block: RTFStory.Block) {
    switch block {
    case .heading(let text, let level): heading(text, level: level)
    case .item(let text, let depth, let marker): item(text, depth: depth, marker: marker)
    case .paragraph(let text): paragraph(text)
    case .comment(let text, let author): comment(text, by: author)
    case .table(let rows): table(rows)
    }
  }
}
