import ForeignFormats
import Foundation

extension OpenDocumentWalk {
  /// How often a row or cell may be repeated: a sheet is filled up with a million empty ones.
  private static let mostRepeated = 1000
  /// The columns that LibreOffice has.
  private static let mostColumns = 16_384

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

  mutating func sheet(_ sheet: MarkupNode) {
    unit = .row
    guard !styles.isHidden(sheet) else { return hidden += 1 }
    let name = sheet.attribute("name") ?? ""
    let rows = rows(of: sheet)
    let boxes = sheet.elements.filter { $0.name == "shapes" }.flatMap { self.boxes(in: $0) }
    let charts = sheet.all("object").filter { objects.isChart($0) }
    guard !rows.isEmpty || !boxes.isEmpty || !charts.isEmpty else { return }
    writer.heading(name, level: 1)
    if !rows.isEmpty { writer.rows(rows, of: name) }
    for box in boxes { write(box) }
    for chart in charts { object(chart) }
  }

  private mutating func rows(of table: MarkupNode) -> [(number: Int, cells: [String])] {
    var rows: [(number: Int, cells: [String])] = []
    var number = 0
    var above: [Int: (left: Int, text: String)] = [:]
    let hiddenColumns = hiddenColumns(of: table)
    for row in table.all("table-row") where !writer.isFull {
      let repeated = max(1, row.attribute("number-rows-repeated").flatMap(Int.init) ?? 1)
      var cells = cells(of: row, &above)
      if !cells.allSatisfy(\.isEmpty) {
        for column in cells.indices where Self.isHidden(row) || hiddenColumns.contains(column) {
          cells[column] = SheetCell.hidden(cells[column])
        }
        for place in 0..<taken(repeated, cells.count) { rows.append((number &+ 1 &+ place, cells)) }
      }
      number = number.addingReportingOverflow(repeated).overflow ? .max / 2 : number + repeated
    }
    return rows
  }

  /// Returns how often something is repeated that has so many cells.
  private mutating func taken(_ repeated: Int, _ size: Int = 1) -> Int {
    let count = max(1, min(repeated, Self.mostRepeated, repeatsLeft / max(1, size)))
    repeatsLeft -= (count - 1) * size
    return count
  }

  private static func isHidden(_ part: MarkupNode) -> Bool {
    ["collapse", "filter"].contains(part.attribute("visibility"))
  }

  private func hiddenColumns(of table: MarkupNode) -> IndexSet {
    var hidden = IndexSet()
    var column = 0
    for part in table.all("table-column") where column < Self.mostColumns {
      let count = min(max(1, part.attribute("number-columns-repeated").flatMap(Int.init) ?? 1), Self.mostColumns)
      if Self.isHidden(part) { hidden.insert(integersIn: column..<column + count) }
      column += count
    }
    return hidden
  }

  /// Returns the cells of a row; what spans rows stands in each of them.
  private mutating func cells(of row: MarkupNode, _ above: inout [Int: (left: Int, text: String)]) -> [String] {
    var cells: [String] = []
    for cell in row.elements where ["table-cell", "covered-table-cell"].contains(cell.name) {
      let column = cells.count
      guard column < Self.mostColumns else { break }
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
