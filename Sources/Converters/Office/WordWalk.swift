/// Writes a document's paragraphs, lists and tables.
struct WordWalk {
  private(set) var writer = MarkdownWriter()
  private let styles: WordStyles
  private var numbering: WordNumbering
  private let notes: [String: MarkupNode]
  /// The notes and comments of the paragraph, which are written below it.
  private var pending: [MarkupNode] = []

  /// Prepares to write what refers to these notes, by their kinds and numbers.
  init(styles: WordStyles, numbering: WordNumbering, notes: [String: MarkupNode]) {
    (self.styles, self.numbering, self.notes) = (styles, numbering, notes)
  }

  mutating func write(_ body: MarkupNode) {
    for element in body.elements {
      switch element.name {
      case "p": paragraph(element)
      case "tbl": table(element)
      // A deletion that was not accepted yet, and a layout.
      case "del", "moveFrom", "sectPr", "Fallback": continue
      default: write(element)
      }
    }
  }

  private mutating func paragraph(_ paragraph: MarkupNode) {
    let properties = paragraph.elements.first { $0.name == "pPr" }
    let style = properties?.first("pStyle")?.attribute("val") ?? ""
    guard !styles.contents.contains(style) else { return }
    let text = text(of: paragraph)
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
    // Text boxes stand in the paragraph that they are anchored to; what older programs show instead is the same.
    for box in boxes(in: paragraph) { write(box) }
  }

  private func boxes(in element: MarkupNode) -> [MarkupNode] {
    element.elements.flatMap { child in
      child.name == "txbxContent" ? [child] : child.name == "Fallback" ? [] : boxes(in: child)
    }
  }

  private mutating func writeNotes() {
    let notes = pending
    pending = []
    for note in notes {
      if note.name == "comment" {
        let words = note.all("p").map { text(of: $0) }.joined(separator: " ")
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
    if rows.count < 2 || rows.allSatisfy({ $0.count < 2 }) || rows.joined().contains(where: { $0.first("tbl") != nil })
    {
      for cell in rows.joined() { write(cell) }
      return
    }
    var above: [Int: String] = [:]
    let texts = rows.map { row in
      var line: [String] = []
      for cell in row {
        let properties = cell.elements.first { $0.name == "tcPr" }
        var words = cell.all("p").map { text(of: $0) }.joined(separator: " ")
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
      case "tab": text += "\t"
      case "br", "cr": text += "\n"
      case "noBreakHyphen": text += "-"
      case "footnoteReference", "endnoteReference", "commentReference":
        let kind = child.name.dropLast("Reference".count)
        if let id = child.attribute("id"), let note = notes[kind + id], note.attribute("type") == nil {
          pending.append(note)
        }
      case "r" where isHidden(child): continue
      case "del", "moveFrom", "pPr", "rPr", "instrText", "txbxContent", "Fallback": continue
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
