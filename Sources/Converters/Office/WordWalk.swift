/// Writes a document's paragraphs, lists and tables.
struct WordWalk {
  private(set) var writer = MarkdownWriter()
  private let styles: WordStyles
  private var numbering: WordNumbering
  private let notes: [String: MarkupNode]
  private var insertions: WordInsertions?
  /// The notes and comments of the paragraph, which are written below it.
  private var pending: [MarkupNode] = []

  /// The paragraph whose mark was deleted: it goes on in the next one.
  private var open: Paragraph?

  private struct Paragraph {
    var text = ""
    var hasText = false
    var properties: MarkupNode?
    var boxes: [MarkupNode] = []
    /// The ids of the diagrams' data.
    var diagrams: [String] = []
  }

  /// Prepares to write what refers to these notes, by their kinds and numbers, and to these files.
  init(
    _ writer: MarkdownWriter, styles: WordStyles, numbering: WordNumbering, notes: [String: MarkupNode],
    insertions: WordInsertions?
  ) {
    (self.writer, self.styles, self.numbering, self.notes) = (writer, styles, numbering, notes)
    self.insertions = insertions
  }

  /// How many of the files that the document inserts could not be read.
  var missing: Int { insertions?.missing ?? 0 }

  mutating func write(_ body: MarkupNode) {
    visit(body)
    finish()
  }

  private mutating func visit(_ body: MarkupNode) {
    for element in body.elements {
      switch element.name {
      case "p": paragraph(element)
      case "tbl":
        finish()
        table(element)
      case "altChunk":
        finish()
        if let id = element.attribute("id") { insertions?.write(id, to: &writer) }
      // A deletion that was not accepted yet, and a layout.
      case "del", "moveFrom", "sectPr", "Fallback": continue
      default: visit(element)
      }
    }
  }

  private mutating func paragraph(_ element: MarkupNode) {
    let properties = properties(of: element)
    guard !styles.contents.contains(properties?.first("pStyle")?.attribute("val") ?? "") else { return finish() }
    var whole = open ?? Paragraph()
    open = nil
    let text = text(of: element)
    let hasText = text.utf8.contains { $0 > 0x20 }
    // The mark that is left says what it is, unless nothing stands before it.
    if hasText || !whole.hasText { whole.properties = properties }
    whole.text += text
    whole.hasText = whole.hasText || hasText
    whole.boxes += boxes(in: element)
    whole.diagrams += element.all("relIds").compactMap { $0.attribute("dm") }
    if isMarkDeleted(element) { open = whole } else { write(whole) }
  }

  /// Writes the paragraph that has no next one to go on in.
  private mutating func finish() {
    guard let whole = open else { return }
    open = nil
    write(whole)
  }

  private mutating func write(_ paragraph: Paragraph) {
    let (text, properties) = (paragraph.text, paragraph.properties)
    let style = properties?.first("pStyle")?.attribute("val") ?? ""
    let outline = properties?.first("outlineLvl")?.attribute("val").flatMap(Int.init)
    let list = properties?.first("numId")?.attribute("val") ?? styles.numbers[style]
    if let outline, (0..<9).contains(outline) {
      writer.heading(text, level: outline + 1)
    } else if let level = styles.levels[style] {
      writer.heading(text, level: level)
    } else if let list, list != "0", MarkdownWriter.oneLine(text) != nil {
      let level = properties?.first("ilvl")?.attribute("val").flatMap(Int.init) ?? styles.depths[style] ?? 0
      let mark = numbering.mark(of: list, level: level)
      writer.item(mark.label + text, depth: level, marker: mark.marker)
    } else {
      writer.paragraph(text)
    }
    writeNotes()
    // Text boxes stand in the paragraph that they are anchored to.
    for box in paragraph.boxes { write(box) }
    for diagram in paragraph.diagrams { insertions?.writeDiagram(diagram, to: &writer) }
  }

  private func properties(of paragraph: MarkupNode) -> MarkupNode? {
    paragraph.elements.first { $0.name == "pPr" }
  }

  private func isMarkDeleted(_ paragraph: MarkupNode) -> Bool {
    let mark = properties(of: paragraph)?.elements.first { $0.name == "rPr" }
    return mark?.elements.contains { ["del", "moveFrom"].contains($0.name) } ?? false
  }

  /// Returns the texts in shapes: Word's own, and those of drawings. What older programs show instead is the same.
  private func boxes(in element: MarkupNode) -> [MarkupNode] {
    element.elements.flatMap { child -> [MarkupNode] in
      switch child.name {
      case "txbxContent", "txBody": [child]
      case "del", "moveFrom", "Fallback": []
      default: boxes(in: child)
      }
    }
  }

  /// Returns the paragraphs of a cell, a comment or a text box on one line, with the text boxes inside.
  private mutating func words(of element: MarkupNode) -> String {
    var words = ""
    for paragraph in paragraphs(in: element) {
      words += text(of: paragraph)
      for box in boxes(in: paragraph) { words += " " + self.words(of: box) }
      if !isMarkDeleted(paragraph) { words += " " }
    }
    return words
  }

  private func paragraphs(in element: MarkupNode) -> [MarkupNode] {
    element.elements.flatMap { child -> [MarkupNode] in
      switch child.name {
      case "p": [child]
      case "del", "moveFrom", "Fallback": []
      default: paragraphs(in: child)
      }
    }
  }

  private mutating func writeNotes() {
    let notes = pending
    pending = []
    for note in notes {
      if note.name == "comment" {
        let words = words(of: note)
        let author = note.attribute("author").flatMap(MarkdownWriter.oneLine)
        writer.quoteDepth += 1
        writer.paragraph("Comment\(author.map { " (\($0))" } ?? ""): \(words)")
        writer.quoteDepth -= 1
      } else {
        write(note)
      }
    }
  }

  private mutating func table(_ table: MarkupNode) {
    let rows = table.elements.filter { $0.name == "tr" && $0.first("trPr")?.first("del") == nil }
      .map { row in row.elements.flatMap(cells) }
    if rows.count < 2 || rows.allSatisfy({ $0.count < 2 })
      || rows.joined().contains(where: { $0.first("tbl", "altChunk") != nil })
    {
      for cell in rows.joined() { write(cell) }
      return
    }
    var above: [Int: String] = [:]
    let texts = rows.map { row in
      var line: [String] = []
      for cell in row {
        let properties = cell.elements.first { $0.name == "tcPr" }
        var words = words(of: cell)
        if let merged = properties?.first("vMerge") {
          if merged.attribute("val") == "restart" {
            above[line.count] = words
          } else {
            words = above[line.count] ?? words
          }
        }
        let span = properties?.first("gridSpan")?.attribute("val").flatMap(Int.init) ?? 1
        line += [words] + Array(repeating: "", count: min(max(span, 1), 63) - 1)
      }
      return line
    }
    writer.table(texts)
    writeNotes()
  }

  /// Cells may stand in controls.
  private func cells(_ element: MarkupNode) -> [MarkupNode] {
    element.name == "tc" ? [element] : element.name == "sdt" ? element.all("tc") : []
  }

  private mutating func text(of element: MarkupNode) -> String {
    var text = ""
    for child in element.elements {
      switch child.name {
      case "t": text += child.text
      case "tab", "ptab": text += "\t"
      case "br", "cr": text += "\n"
      case "noBreakHyphen": text += "-"
      case "footnoteReference", "endnoteReference", "commentReference":
        let kind = child.name.dropLast("Reference".count)
        if let id = child.attribute("id"), let note = notes[kind + id], note.attribute("type") == nil {
          pending.append(note)
        }
      case "r" where isHidden(child): continue
      // Also how ruby text is read.
      case "del", "moveFrom", "pPr", "rPr", "instrText", "txbxContent", "txBody", "Fallback", "rt": continue
      default: text += self.text(of: child)
      }
    }
    return text
  }

  private func isHidden(_ run: MarkupNode) -> Bool {
    guard let hidden = run.elements.first(where: { $0.name == "rPr" })?.first("vanish") else { return false }
    return !["0", "false", "off"].contains(hidden.attribute("val"))
  }
}
