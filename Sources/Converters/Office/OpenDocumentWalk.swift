import ForeignFormats

/// Writes a text, sheets or slides of LibreOffice.
struct OpenDocumentWalk {
  private(set) var writer = MarkdownWriter()
  private(set) var unit: Conversion.Unit?
  private let styles: OpenDocumentStyles
  private var slides = 0
  private var hidden = 0
  private var lists: [(style: String, number: Int)] = []
  /// Whether the item has its mark; what follows belongs to it.
  private var isMarked = false
  /// How often a row or cell may be repeated: a sheet is filled up with a million empty ones.
  private static let mostRepeated = 1000

  init(_ styles: OpenDocumentStyles) { self.styles = styles }

  var remarks: [String] {
    let what = unit == .slide ? "slide" : "sheet"
    return hidden > 0 ? ["\(hidden) hidden \(what)\(hidden == 1 ? " was" : "s were") left out"] : []
  }

  mutating func write(_ element: MarkupNode) {
    for child in element.elements {
      switch child.name {
      case "h": heading(child)
      case "p": paragraph(child)
      case "list": list(child)
      case "list-item", "list-header":
        isMarked = child.name == "list-header"
        write(child)
      case "table": element.name == "spreadsheet" ? sheet(child) : table(child)
      case "page": slide(child)
      case "frame" where child.attribute("class") == "title":
        writer.heading(child.all("p").map(text).joined(separator: " "), level: 1)
      case "tracked-changes", "annotation", "forms", "sequence-decls", "shapes", "named-expressions": continue
      case "table-of-content", "illustration-index", "table-index", "alphabetical-index": continue
      default: write(child)
      }
    }
  }

  private mutating func slide(_ page: MarkupNode) {
    slides += 1
    unit = .slide
    guard !styles.isHidden(page) else { return hidden += 1 }
    writer.begin("\(slides)")
    write(page)
  }

  private mutating func heading(_ heading: MarkupNode) {
    writer.heading(text(of: heading), level: heading.attribute("outline-level").flatMap(Int.init) ?? 1)
    for box in boxes(in: heading) { write(box) }
    writeNotes(of: heading)
  }

  private mutating func paragraph(_ paragraph: MarkupNode) {
    let text = text(of: paragraph)
    if lists.isEmpty, let level = styles.level(of: paragraph) {
      writer.heading(text, level: level)
      for box in boxes(in: paragraph) { write(box) }
      return writeNotes(of: paragraph)
    }
    if let list = lists.last, !isMarked {
      if MarkdownWriter.oneLine(text) != nil {
        isMarked = true
        lists[lists.count - 1].number += 1
        let isNumbered = styles.numbered.contains("\(list.style) \(lists.count)")
        writer.item(text, depth: lists.count - 1, marker: isNumbered ? "\(list.number + 1)." : "-")
      }
    } else if !lists.isEmpty {
      writer.continuation(text, depth: lists.count - 1)
    } else {
      writer.paragraph(text)
    }
    for box in boxes(in: paragraph) { write(box) }
    writeNotes(of: paragraph)
  }

  /// Text boxes and shapes stand in the paragraph that they are anchored to.
  private func boxes(in element: MarkupNode) -> [MarkupNode] {
    var found: [MarkupNode] = []
    for child in element.elements where child.name != "note" && child.name != "annotation" {
      found += Self.isBox(child) ? [child] : boxes(in: child)
    }
    return found
  }

  private static func isBox(_ element: MarkupNode) -> Bool {
    element.name == "text-box" || shapes.contains(element.name) && element.elements.contains { $0.name == "p" }
  }

  private static let shapes: Set = [
    "caption", "circle", "connector", "custom-shape", "ellipse", "line", "measure", "path", "polygon", "polyline",
    "rect", "regular-polygon",
  ]

  private mutating func writeNotes(of paragraph: MarkupNode) {
    let notes = notes(in: paragraph)
    for note in notes where note.name == "note" {
      for body in note.elements where body.name == "note-body" { write(body) }
    }
    for comment in notes where comment.name == "annotation" {
      let author = comment.first("creator")?.text
      let words = comment.all("p").map(text).joined(separator: " ")
      writer.quoteDepth += 1
      writer.paragraph("Comment\(author.map { " (\($0))" } ?? ""): \(words)")
      writer.quoteDepth -= 1
    }
  }

  /// The notes and comments of a paragraph, without those in its boxes and in other notes, which come with these.
  private func notes(in element: MarkupNode) -> [MarkupNode] {
    element.elements.flatMap { child in
      ["note", "annotation"].contains(child.name) ? [child] : Self.isBox(child) ? [] : notes(in: child)
    }
  }

  private mutating func list(_ list: MarkupNode) {
    // A list within one has its style.
    lists.append((list.attribute("style-name") ?? lists.last?.style ?? "", 0))
    write(list)
    lists.removeLast()
    isMarked = !lists.isEmpty
    if lists.isEmpty { writer.endBlock() }
  }

  // MARK: Tables

  private mutating func table(_ table: MarkupNode) {
    let rows = rows(of: table)
    let open = lists
    lists = []
    if rows.count < 2 || table.all("table-cell").contains(where: { $0.first("table") != nil }) {
      write(table)
    } else {
      writer.table(rows.map(\.cells))
    }
    lists = open
  }

  private mutating func sheet(_ sheet: MarkupNode) {
    unit = .row
    guard !styles.isHidden(sheet) else { return hidden += 1 }
    let name = sheet.attribute("name") ?? ""
    let rows = rows(of: sheet)
    let boxes = sheet.elements.filter { $0.name == "shapes" }.flatMap { self.boxes(in: $0) }
    guard !rows.isEmpty || !boxes.isEmpty else { return }
    writer.heading(name, level: 1)
    if !rows.isEmpty { writer.rows(rows, of: name) }
    for box in boxes { write(box) }
  }

  private func rows(of table: MarkupNode) -> [(number: Int, cells: [String])] {
    var rows: [(number: Int, cells: [String])] = []
    var number = 0
    var above: [Int: (left: Int, text: String)] = [:]
    for row in table.all("table-row") {
      let repeated = max(1, row.attribute("number-rows-repeated").flatMap(Int.init) ?? 1)
      let cells = cells(of: row, &above)
      if !cells.allSatisfy(\.isEmpty) {
        for place in 0..<min(repeated, Self.mostRepeated) { rows.append((number &+ 1 &+ place, cells)) }
      }
      number = number.addingReportingOverflow(repeated).overflow ? .max / 2 : number + repeated
    }
    return rows
  }

  /// Returns the cells of a row; what spans rows stands in each of them.
  private func cells(of row: MarkupNode, _ above: inout [Int: (left: Int, text: String)]) -> [String] {
    var cells: [String] = []
    for cell in row.elements where ["table-cell", "covered-table-cell"].contains(cell.name) {
      let column = cells.count
      var words = words(of: cell)
      for comment in cell.elements where comment.name == "annotation" {
        words += " (comment: \(comment.all("p").map(text).joined(separator: " ")))"
      }
      if cell.name == "covered-table-cell", let spanned = above[column] {
        words = spanned.text
        above[column] = spanned.left > 1 ? (spanned.left - 1, spanned.text) : nil
      } else if let span = cell.attribute("number-rows-spanned").flatMap(Int.init), span > 1 {
        above[column] = (min(span, Self.mostRepeated) - 1, words)
      }
      let repeated = max(1, cell.attribute("number-columns-repeated").flatMap(Int.init) ?? 1)
      cells += Array(repeating: words, count: min(repeated, Self.mostRepeated))
    }
    while cells.last?.isEmpty == true { cells.removeLast() }
    return cells
  }

  /// Returns a cell's text without its comments; a day as in `2026-11-25`, however the cell shows it.
  private func words(of cell: MarkupNode) -> String {
    if cell.attribute("value-type") == "date",
      let parts = cell.attribute("date-value")?.split(separator: "T"), (1...2).contains(parts.count)
    {
      let (day, time) = (parts[0], parts.count > 1 ? parts[1].prefix(5) : "00:00")
      if day.count >= 10 { return time == "00:00" ? String(day) : "\(day) \(time)" }
    }
    return cell.elements.filter { $0.name != "annotation" }.flatMap { $0.name == "p" ? [$0] : Array($0.all("p")) }
      .map(text).joined(separator: " ")
  }

  private func text(of element: MarkupNode) -> String {
    element.children.map { child in
      if let own = child.ownText { return own }
      return switch child.name {
      case "s": String(repeating: " ", count: min(max(child.attribute("c").flatMap(Int.init) ?? 1, 1), 100))
      case "tab": "\t"
      case "line-break": "\n"
      case "note", "annotation", "frame", "change", "change-start", "change-end": ""
      default: Self.shapes.contains(child.name) ? "" : text(of: child)
      }
    }.joined()
  }
}
