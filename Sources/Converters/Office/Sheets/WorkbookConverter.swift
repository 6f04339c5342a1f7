import ForeignFormats

/// Converts workbooks of Excel (ECMA-376, SpreadsheetML): each row with the names of its columns.
enum WorkbookConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let archive = try ZipArchive(bytes)
    let name = archive.mainPart(orUsual: "xl/workbook.xml")
    guard let workbook = try archive.xml(name) else { throw ConversionError.damaged("\(name) is missing") }
    let targets = try archive.relations(of: name)
    let sheets = withExtendedLifetime(workbook) { () -> [(name: String, file: String, isHidden: Bool)] in
      workbook.root.all("sheet").compactMap { sheet in
        guard let file = sheet.attributes(named: "id").compactMap({ targets[$0] }).first else { return nil }
        return (sheet.attribute("name") ?? "", file, sheet.attribute("state")?.lowercased().contains("hidden") == true)
      }
    }
    let folder = ZipArchive.split(name).folder
    let texts = try sharedTexts(folder + "sharedStrings.xml", in: archive)
    let styles = try archive.xml(folder + "styles.xml")
    let since1904 = withExtendedLifetime(workbook) { workbook.root.first("workbookPr")?.attribute("date1904") }
    let formats = withExtendedLifetime(styles) {
      SheetFormats(styles?.root, since1904: ["1", "true"].contains(since1904))
    }
    var writer = MarkdownWriter()
    var drawings: Set<String> = []
    var lost = 0
    for sheet in sheets where !sheet.isHidden {
      guard let document = try archive.xml(sheet.file) else { continue }
      let parts = try archive.relations(of: sheet.file)
      var rows = withExtendedLifetime(document) { Self.rows(of: document.root, texts, formats) }
      try add(comments(among: parts, in: archive), to: &rows)
      var boxes: [String] = []
      // Each drawing is read once.
      if let drawing = withExtendedLifetime(document, { drawing(on: document.root) }).flatMap({ parts[$0] }),
        drawings.insert(drawing).inserted
      {
        if let found = textBoxes(of: drawing, in: archive) { boxes = found } else { lost += 1 }
      }
      guard !rows.isEmpty || !boxes.isEmpty else { continue }
      if sheets.count > 1 { writer.heading(sheet.name, level: 1) }
      writer.rows(rows, of: sheet.name)
      // They belong to no row.
      if !boxes.isEmpty { writer.begin(sheet.name) }
      for box in boxes { writer.paragraph(box) }
    }
    let hidden = sheets.count(where: \.isHidden)
    return writer.conversion(
      title: try archive.coreTitle(), unit: .row,
      remarks: (hidden > 0 ? ["\(hidden) hidden sheet\(hidden == 1 ? " was" : "s were") left out"] : [])
        + (lost > 0 ? ["\(lost) drawing\(lost == 1 ? "" : "s") cannot be read"] : []))
  }

  /// Returns the relation of what is drawn on a sheet.
  private static func drawing(on sheet: MarkupNode) -> String? {
    sheet.elements.first { $0.name == "drawing" }?.attribute("id")
  }

  /// Returns the paragraphs of a drawing's shapes, but not of hidden ones; `nil` if it cannot be read.
  private static func textBoxes(of drawing: String, in archive: ZipArchive) -> [String]? {
    guard let document = try? archive.xml(drawing) else { return nil }
    return withExtendedLifetime(document) {
      document.root.keepShownAlternatives()
      return document.root.all("sp").filter { !["1", "true"].contains($0.first("cNvPr")?.attribute("hidden")) }
        .flatMap { $0.all("p").map(\.drawnText) }.filter { MarkdownWriter.oneLine($0) != nil }
    }
  }

  private static func sharedTexts(_ name: String, in archive: ZipArchive) throws -> [String] {
    guard let document = try archive.xml(name) else { return [] }
    return withExtendedLifetime(document) {
      // Without `rPh`, which says how a name is pronounced.
      document.root.all("si").map { $0.elements.filter { $0.name != "rPh" }.map(\.text).joined() }
    }
  }

  /// Returns the comments among a sheet's parts by the names of their cells.
  private static func comments(
    among parts: [String: String], in archive: ZipArchive
  ) throws -> [(cell: String, text: String)] {
    guard let file = parts.values.first(where: { $0.contains("/comment") && $0.hasSuffix(".xml") }),
      let document = try archive.xml(file)
    else { return [] }
    return withExtendedLifetime(document) {
      document.root.all("comment").compactMap { comment in
        guard let cell = comment.attribute("ref"), let text = comment.first("text")?.text else { return nil }
        return (cell, text)
      }
    }
  }

  private static func add(_ comments: [(cell: String, text: String)], to rows: inout [(number: Int, cells: [String])]) {
    let places = Dictionary(rows.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
    for comment in comments {
      guard let column = column(comment.cell), let row = row(comment.cell), let place = places[row],
        column < rows[place].cells.count, let words = MarkdownWriter.oneLine(comment.text)
      else { continue }
      rows[place].cells[column] += " (comment: \(words))"
    }
  }

  private static func rows(
    of sheet: MarkupNode, _ texts: [String], _ formats: SheetFormats
  ) -> [(number: Int, cells: [String])] {
    var rows: [(number: Int, cells: [String])] = []
    for row in sheet.first("sheetData")?.all("row") ?? [] {
      let number = row.attribute("r").flatMap(Int.init) ?? (rows.last?.number ?? 0) + 1
      var cells: [String] = []
      for cell in row.all("c") {
        let column = cell.attribute("r").flatMap(column) ?? cells.count
        // Beyond the last column of Excel there is nothing.
        guard column < 16_384 else { continue }
        while cells.count < column { cells.append("") }
        cells.append(value(of: cell, texts, formats))
      }
      if !cells.allSatisfy(\.isEmpty) { rows.append((number, cells)) }
    }
    repeatMerged(sheet, in: &rows)
    return rows
  }

  /// What spans rows stands in each of them.
  private static func repeatMerged(_ sheet: MarkupNode, in rows: inout [(number: Int, cells: [String])]) {
    let places = Dictionary(rows.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
    for merged in sheet.first("mergeCells").map({ $0.elements.prefix(mostMerged) }).map(Array.init) ?? [] {
      let ends = merged.attribute("ref")?.split(separator: ":").map(String.init) ?? []
      guard ends.count == 2, let column = column(ends[0]), let first = row(ends[0]), let last = row(ends[1]),
        first < last, last - first < mostMerged, let place = places[first], column < rows[place].cells.count
      else { continue }
      let text = rows[place].cells[column]
      for number in first + 1...last {
        guard let place = places[number], rows[place].cells.count > column, rows[place].cells[column].isEmpty else {
          continue
        }
        rows[place].cells[column] = text
      }
    }
  }

  private static let mostMerged = 10_000

  /// Returns the row of a cell's name: of `C7`, 7.
  private static func row(_ name: String) -> Int? { Int(name.drop { !$0.isNumber }) }

  private static func value(of cell: MarkupNode, _ texts: [String], _ formats: SheetFormats) -> String {
    let value = cell.first("v")?.text ?? ""
    switch cell.attribute("t") {
    case "s": return Int(value).flatMap { texts.indices.contains($0) ? texts[$0] : nil } ?? ""
    case "inlineStr": return cell.first("is")?.text ?? ""
    case "b": return value == "1" ? "TRUE" : "FALSE"
    case "str", "e", "d": return value
    default:
      guard let number = Double(value), number.isFinite else { return value }
      return formats.text(of: number, style: cell.attribute("s").flatMap(Int.init))
    }
  }

  /// Returns the column of a cell's name, from 0: of `C7`, 2.
  private static func column(_ name: String) -> Int? {
    var column = 0
    for letter in name.utf8.prefix(4) {
      guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) else { break }
      column = column * 26 + Int(letter - UInt8(ascii: "A")) + 1
    }
    return column > 0 ? column - 1 : nil
  }
}
