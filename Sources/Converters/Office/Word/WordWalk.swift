/// Writes a document's paragraphs, lists and tables.
struct WordWalk {
  private(set) var writer = MarkdownWriter()
  private let styles: WordStyles
  private var numbering: WordNumbering
  private let notes: [String: MarkupNode]
  private var insertions: WordInsertions?
  /// The notes and comments of the paragraph, which are written below it.
  private var pending: [MarkupNode] = []

  /// The colour that the text stands on; `nil` if that is not known.
  private var background: RunFormat.Colour?
  /// How many runs of text were left out that nobody sees.
  private(set) var hidden = 0

  /// The paragraph whose mark was deleted: it goes on in the next one.
  private var open: Paragraph?

  private struct Paragraph {
    var text = ""
    var hasText = false
    var properties: MarkupNode?
    var boxes: [MarkupNode] = []
    var drawings: [OfficeDrawing] = []
  }

  /// Prepares to write what refers to these notes, by their kinds and numbers, and to these files.
  init(
    _ writer: MarkdownWriter, styles: WordStyles, numbering: WordNumbering, notes: [String: MarkupNode],
    insertions: WordInsertions?
  ) {
    (self.writer, self.styles, self.numbering, self.notes) = (writer, styles, numbering, notes)
    self.insertions = insertions
    background = styles.page
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
    whole.drawings += drawings(in: element)
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
    let outer = background
    // What a shape is filled with may be anything.
    background = nil
    for box in paragraph.boxes { write(box) }
    background = outer
    for drawing in paragraph.drawings { insertions?.write(drawing, to: &writer) }
  }

  private func drawings(in element: MarkupNode) -> [OfficeDrawing] {
    element.elements.flatMap { child -> [OfficeDrawing] in
      if let drawing = OfficeDrawing(child) { return [drawing] }
      return ["del", "moveFrom", "Fallback", "txbxContent"].contains(child.name) ? [] : drawings(in: child)
    }
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

  /// Returns the paragraphs of a cell, a comment or a text box on one line, with the text boxes and tables inside.
  private mutating func words(of element: MarkupNode) -> String {
    var words = ""
    addWords(of: element, to: &words)
    return words
  }

  private mutating func addWords(of element: MarkupNode, to words: inout String) {
    for child in element.elements {
      switch child.name {
      case "p":
        words += text(of: child)
        for box in boxes(in: child) {
          words += " "
          addWords(of: box, to: &words)
        }
        if !isMarkDeleted(child) { words += " " }
      case "tbl":
        let outer = background
        words += NestedTable.text(of: rows(of: child).map { row in row.map { cellWords($0, in: child) } }) + " "
        background = outer
      case "del", "moveFrom", "Fallback": continue
      default: addWords(of: child, to: &words)
      }
    }
  }

  private mutating func cellWords(_ cell: MarkupNode, in table: MarkupNode) -> String {
    let outer = background
    defer { background = outer }
    background = styles.background(ofCell: cell, in: table, on: outer)
    return words(of: cell)
  }

  private mutating func writeNotes() {
    let notes = pending
    pending = []
    for note in notes {
      if note.name == "comment" {
        writer.comment(words(of: note), by: note.attribute("author"))
      } else {
        write(note)
      }
    }
  }

  private mutating func table(_ table: MarkupNode) {
    let rows = rows(of: table)
    if rows.count < 2 || rows.allSatisfy({ $0.count < 2 }) || rows.joined().contains(where: isLayout) {
      let outer = background
      for cell in rows.joined() {
        background = styles.background(ofCell: cell, in: table, on: outer)
        write(cell)
      }
      background = outer
      return
    }
    var above: [Int: String] = [:]
    let texts = rows.map { row in
      var line: [String] = []
      for cell in row {
        let properties = cell.elements.first { $0.name == "tcPr" }
        var words = cellWords(cell, in: table)
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

  /// Whether a cell arranges what is in it: a file that is inserted, or tables with more text than a cell has.
  private func isLayout(_ cell: MarkupNode) -> Bool {
    if cell.first("altChunk") != nil { return true }
    return cell.first("tbl").map { $0.text.utf8.count > NestedTable.longest } ?? false
  }

  private func rows(of table: MarkupNode) -> [[MarkupNode]] {
    table.elements.filter { row in
      row.name == "tr" && row.elements.first { $0.name == "trPr" }?.first("del") == nil
    }.map { row in row.elements.flatMap(cells) }
  }

  /// Cells may stand in controls.
  private func cells(_ element: MarkupNode) -> [MarkupNode] {
    element.name == "tc" ? [element] : element.name == "sdt" ? element.all("tc") : []
  }

  // MARK: Text

  private mutating func text(of paragraph: MarkupNode) -> String {
    let properties = properties(of: paragraph)
    let style = properties?.first("pStyle")?.attribute("val")
    let format = styles.format(ofParagraph: style)
    let outer = background
    defer { background = outer }
    background = styles.background(ofParagraph: properties, style: style, on: outer)
    var line = ShiftedText()
    addText(of: paragraph, format, to: &line)
    return line.text
  }

  private mutating func addText(of element: MarkupNode, _ format: RunFormat, to line: inout ShiftedText) {
    let shift = format.shift ?? .onLine
    for child in element.elements {
      switch child.name {
      case "t": line.add(child.text, shift)
      case "tab", "ptab": line.add("\t")
      case "br", "cr": line.add("\n")
      case "noBreakHyphen": line.add("-", shift)
      case "oMath": line.add(OfficeFormula.text(of: child))
      case "footnoteReference", "endnoteReference", "commentReference":
        let kind = child.name.dropLast("Reference".count)
        if let id = child.attribute("id"), let note = notes[kind + id], note.attribute("type") == nil {
          pending.append(note)
        }
      case "r": addRun(child, format, to: &line)
      // Also how ruby text is read.
      case "del", "moveFrom", "pPr", "rPr", "instrText", "txbxContent", "txBody", "Fallback", "rt": continue
      default: addText(of: child, format, to: &line)
      }
    }
  }

  private mutating func addRun(_ run: MarkupNode, _ format: RunFormat, to line: inout ShiftedText) {
    let properties = run.elements.first { $0.name == "rPr" }
    let own = properties.map { styles.format(ofRun: $0, in: format) } ?? format
    guard own.isHidden(on: background) else { return addText(of: run, own, to: &line) }
    if run.elements.contains(where: { $0.name == "t" && MarkdownWriter.oneLine($0.text) != nil }) { hidden += 1 }
  }
}
