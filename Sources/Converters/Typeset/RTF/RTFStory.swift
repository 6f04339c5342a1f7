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
  var texts: [RTFWalk.Destination: String] = [:]
  /// What stands before the text of the item.
  var mark = ""
  /// The notes, comments and text boxes of the paragraph, which stand below it.
  var below: [Block] = []
  /// What is finished of a text box.
  var blocks: [Block] = []
  private var cells: [String] = []
  private var rows: [[String]] = []
  private var belowTable: [Block] = []

  private mutating func takeText() -> String { texts.removeValue(forKey: .text) ?? "" }

  mutating func endCell() {
    cells.append(takeText())
    mark = ""
  }

  mutating func endRow() {
    rows.append(cells)
    cells = []
    belowTable += below
    below = []
  }

  /// Returns the paragraph, after a table that ends with it, if the styles' headings have these levels.
  mutating func endParagraph(levels: [Int: Int]) -> [Block] {
    let text = takeText()
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
    if !cells.isEmpty { rows.append(cells) }
    cells = []
    guard !rows.isEmpty else { return [] }
    let ended = [.table(rows)] + belowTable
    rows = []
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
    case .comment(let text, let author):
      guard let words = Self.oneLine(text) else { return }
      quoteDepth += 1
      paragraph("Comment\(author.flatMap(Self.oneLine).map { " (\($0))" } ?? ""): \(words)")
      quoteDepth -= 1
    case .table(let rows): table(rows)
    }
  }
}
