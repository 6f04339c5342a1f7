/// Reads the rows of an Excel sheet.
struct SheetReader {
  var rows: [(number: Int, cells: [String])] = []
  /// The id of the relation to what is drawn on the sheet.
  private(set) var drawing: String?
  private let texts: [String]
  private let formats: SheetFormats
  /// The columns that are hidden, from 0.
  private var hidden: [ClosedRange<Int>] = []
  private var merged: [(first: Int, last: Int, column: Int)] = []

  /// The columns that Excel has.
  private static let mostColumns = 16_384
  private static let mostMerged = 10_000

  /// - Parameters:
  ///   - texts: Those that the workbook's cells share.
  ///   - formats: How its cells show numbers.
  init(_ texts: [String], _ formats: SheetFormats) { (self.texts, self.formats) = (texts, formats) }

  mutating func read(_ sheet: MarkupStream) throws {
    while let part = try sheet.next(["col", "row", "mergeCell", "drawing"]) {
      switch part.name {
      case "col": addColumns(part)
      case "row": addRow(part)
      case "mergeCell": addMerged(part)
      default: drawing = part.attribute("id")
      }
    }
    repeatMerged()
  }

  private static func isHidden(_ part: MarkupNode) -> Bool { ["1", "true"].contains(part.attribute("hidden")) }

  private mutating func addColumns(_ part: MarkupNode) {
    guard Self.isHidden(part), hidden.count < Self.mostColumns, let first = part.attribute("min").flatMap(Int.init),
      let last = part.attribute("max").flatMap(Int.init), first <= last
    else { return }
    // Usually all beyond the last one are one such part.
    hidden.append(first - 1...last - 1)
  }

  private mutating func addRow(_ row: MarkupNode) {
    let number = row.attribute("r").flatMap(Int.init) ?? (rows.last?.number ?? 0) + 1
    let isHidden = Self.isHidden(row)
    var cells: [String] = []
    for cell in row.elements where cell.name == "c" {
      let column = cell.attribute("r").flatMap(SheetPlace.column) ?? cells.count
      // Beyond the last column of Excel there is nothing.
      guard column < Self.mostColumns else { continue }
      while cells.count < column { cells.append("") }
      let text = value(of: cell)
      let isUnseen = !text.isEmpty && (isHidden || hidden.contains { $0.contains(column) })
      cells.append(isUnseen ? SheetCell.hidden(text) : text)
    }
    if !cells.allSatisfy(\.isEmpty) { rows.append((number, cells)) }
  }

  private func value(of cell: MarkupNode) -> String {
    let value = cell.first("v")?.text ?? ""
    let style = cell.attribute("s").flatMap(Int.init)
    let text: String =
      switch cell.attribute("t") {
      case "s": Int(value).flatMap { texts.indices.contains($0) ? texts[$0] : nil } ?? ""
      case "inlineStr": cell.first("is").map(Self.text) ?? ""
      case "b": value == "1" ? "TRUE" : "FALSE"
      case "str", "e", "d": value
      default: Double(value).flatMap { $0.isFinite ? formats.text(of: $0, style: style) : nil } ?? value
      }
    return formats.isHidden(style) ? SheetCell.hidden(text) : text
  }

  /// Returns the text of a cell whose pieces may look different.
  static func text(of item: MarkupNode) -> String {
    var line = ShiftedText()
    for part in item.elements {
      switch part.name {
      case "t": line.add(part.text)
      case "r":
        let format = part.elements.first { $0.name == "rPr" }.map(RunFormat.init(word:))
        for text in part.elements where text.name == "t" { line.add(text.text, format?.shift ?? .onLine) }
      // Without `rPh`, which says how a name is pronounced.
      default: continue
      }
    }
    return line.text
  }

  private mutating func addMerged(_ part: MarkupNode) {
    let ends = part.attribute("ref")?.split(separator: ":").map(String.init) ?? []
    guard merged.count < Self.mostMerged, ends.count == 2, let column = SheetPlace.column(ends[0]),
      let first = SheetPlace.row(ends[0]), let last = SheetPlace.row(ends[1]), first < last,
      last - first < Self.mostMerged
    else { return }
    merged.append((first, last, column))
  }

  /// What spans rows stands in each of them.
  private mutating func repeatMerged() {
    let places = Dictionary(rows.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
    // Those of a column that overlap would be looked through again and again.
    var left = Self.mostMerged + rows.count
    for (first, last, column) in merged where left > 0 {
      guard let place = places[first], column < rows[place].cells.count else { continue }
      let text = rows[place].cells[column]
      left -= last - first
      for number in first + 1...last {
        guard let place = places[number], rows[place].cells.count > column, rows[place].cells[column].isEmpty else {
          continue
        }
        rows[place].cells[column] = text
      }
    }
  }
}
