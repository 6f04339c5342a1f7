import ForeignFormats

extension OpenDocumentWalk {
  /// How often a row or cell may be repeated: a sheet is filled up with a million empty ones.
  private static let mostRepeated = 1000

  mutating func table(_ table: MarkupNode) {
    let open = lists
    lists = []
    defer { lists = open }
    let isLayout = table.all("table-cell").contains { cell in
      cell.first("table").map { $0.text.utf8.count > NestedTable.longest } ?? false
    }
    let rows = isLayout ? [] : rows(of: table)
    if isLayout || rows.count < 2 { write(table) } else { writer.table(rows.map(\.cells)) }
  }

  // MARK: Sheets

  mutating func sheet(_ sheet: MarkupNode) {
    begin(sheet)
    for column in sheet.all("table-column") { self.sheet?.rows.add(column: column) }
    for row in sheet.all("table-row") where !writer.isFull { addToSheet(row) }
    for shapes in sheet.elements where shapes.name == "shapes" { addToSheet(shapes) }
    endSheet()
  }

  /// Begins a sheet, whose parts follow.
  mutating func begin(_ sheet: MarkupNode) {
    endSheet()
    unit = .row
    guard !styles.isHidden(sheet) else { return hidden += 1 }
    self.sheet = OpenSheet(name: sheet.attribute("name") ?? "")
  }

  mutating func addToSheet(_ part: MarkupNode) {
    guard var sheet else { return }
    // With two owners, a change would copy the rows.
    self.sheet = nil
    if part.name == "table-row" { add(part, to: &sheet.rows) }
    let text = writer
    writer = sheet.drawn
    if part.name == "shapes" { for box in boxes(in: part) { write(box) } }
    for chart in part.all("object") where objects.isChart(chart) { object(chart) }
    sheet.drawn = writer
    writer = text
    self.sheet = sheet
  }

  mutating func endSheet() {
    guard let sheet = sheet.take(), !sheet.rows.rows.isEmpty || !sheet.drawn.lines.isEmpty else { return }
    writer.heading(sheet.name, level: 1)
    if !sheet.rows.rows.isEmpty { writer.rows(sheet.rows.rows, of: sheet.name) }
    for line in sheet.drawn.lines { writer.add(line: line) }
  }

  // MARK: Rows

  private mutating func rows(of table: MarkupNode) -> [(number: Int, cells: [String])] {
    var rows = OpenDocumentRows()
    for column in table.all("table-column") { rows.add(column: column) }
    for row in table.all("table-row") where !writer.isFull { add(row, to: &rows) }
    return rows.rows
  }

  private mutating func add(_ row: MarkupNode, to rows: inout OpenDocumentRows) {
    let repeated = max(1, row.attribute("number-rows-repeated").flatMap(Int.init) ?? 1)
    var cells = cells(of: row, &rows.above)
    defer { rows.count = rows.count.addingReportingOverflow(repeated).overflow ? .max / 2 : rows.count + repeated }
    guard !cells.allSatisfy(\.isEmpty) else { return }
    let isHidden = OpenDocumentRows.isHidden(row)
    for column in cells.indices where isHidden || rows.isHidden(column) {
      cells[column] = SheetCell.hidden(cells[column])
    }
    for place in 0..<taken(repeated, cells.count) { rows.rows.append((rows.count &+ 1 &+ place, cells)) }
  }

  /// Returns how often something is repeated that has so many cells.
  private mutating func taken(_ repeated: Int, _ size: Int = 1) -> Int {
    let count = max(1, min(repeated, Self.mostRepeated, repeatsLeft / max(1, size)))
    repeatsLeft -= (count - 1) * size
    return count
  }

  /// Returns the cells of a row; what spans rows stands in each of them.
  private mutating func cells(of row: MarkupNode, _ above: inout [Int: (left: Int, text: String)]) -> [String] {
    var cells: [String] = []
    for cell in row.elements where ["table-cell", "covered-table-cell"].contains(cell.name) {
      let column = cells.count
      guard column < OpenDocumentRows.mostColumns else { break }
      var words = words(of: cell)
      for comment in cell.elements where comment.name == "annotation" {
        words += " (comment: \(comment.all("p").map { text(of: $0) }.joined(separator: " ")))"
      }
      if cell.name == "covered-table-cell", let spanned = above[column] {
        words = spanned.text
        above[column] = spanned.left > 1 ? (spanned.left - 1, spanned.text) : nil
      } else if let span = cell.attribute("number-rows-spanned").flatMap(Int.init), span > 1 {
        above[column] = (min(span, Self.mostRepeated) - 1, words)
      }
      let repeated = max(1, cell.attribute("number-columns-repeated").flatMap(Int.init) ?? 1)
      cells += Array(repeating: words, count: words.isEmpty ? min(repeated, Self.mostRepeated) : taken(repeated))
    }
    while cells.last?.isEmpty == true { cells.removeLast() }
    return cells
  }

  /// Returns a cell's text without its comments; a day as in `2026-11-25`, however the cell shows it.
  private mutating func words(of cell: MarkupNode) -> String {
    if cell.attribute("value-type") == "date",
      let parts = cell.attribute("date-value")?.split(separator: "T"), (1...2).contains(parts.count)
    {
      let (day, time) = (parts[0], parts.count > 1 ? parts[1].prefix(5) : "00:00")
      if day.count >= 10 { return time == "00:00" ? String(day) : "\(day) \(time)" }
    }
    let outer = background
    defer { background = outer }
    if let own = styles.background(of: cell, in: "table-cell") { background = own }
    let text = flat(cell)
    let isHidden = styles.format(of: cell, in: "table-cell").isHidden(on: background)
    return isHidden ? SheetCell.hidden(text) : text
  }

  /// Returns the paragraphs inside, on one line, with the tables between them.
  private mutating func flat(_ element: MarkupNode) -> String {
    var parts: [String] = []
    for child in element.elements {
      switch child.name {
      case "annotation": continue
      case "p", "h": parts.append(text(of: child))
      case "table": parts.append(NestedTable.text(of: rows(of: child).map(\.cells)))
      default: parts.append(flat(child))
      }
    }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
