import ForeignFormats

/// Converts workbooks of Excel (ECMA-376, SpreadsheetML): each row with the names of its columns.
enum WorkbookConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let archive = try ZipArchive(bytes)
    let name = "xl/workbook.xml"
    guard let workbook = try archive.xml(name) else { throw ConversionError.damaged("\(name) is missing") }
    let targets = try archive.relations(of: name)
    let sheets = withExtendedLifetime(workbook) { () -> [(name: String, file: String)] in
      workbook.root.all("sheet").compactMap { sheet in
        guard let file = sheet.attributes(named: "id").compactMap({ targets[$0] }).first else { return nil }
        return (sheet.attribute("name") ?? "", file)
      }
    }
    let texts = try sharedTexts(archive)
    let dates = try dateStyles(archive)
    var writer = MarkdownWriter()
    for sheet in sheets {
      guard let document = try archive.xml(sheet.file) else { continue }
      let rows = withExtendedLifetime(document) { Self.rows(of: document.root, texts, dates) }
      guard !rows.isEmpty else { continue }
      if sheets.count > 1 { writer.heading(sheet.name, level: 1) }
      writer.rows(rows, of: sheet.name)
    }
    return writer.conversion(title: try archive.coreTitle(), unit: .row)
  }

  private static func sharedTexts(_ archive: ZipArchive) throws -> [String] {
    guard let document = try archive.xml("xl/sharedStrings.xml") else { return [] }
    return withExtendedLifetime(document) {
      // Without `rPh`, which says how a name is pronounced.
      document.root.all("si").map { $0.elements.filter { $0.name != "rPh" }.map(\.text).joined() }
    }
  }

  /// The styles by which a number is a date.
  private static func dateStyles(_ archive: ZipArchive) throws -> Set<Int> {
    guard let document = try archive.xml("xl/styles.xml") else { return [] }
    return withExtendedLifetime(document) {
      let own = document.root.all("numFmt").compactMap { format -> Int? in
        // Years or days outside of quotes and colours.
        let code = format.attribute("formatCode")?.lowercased() ?? ""
        let bare = code.replacing(#/"[^"]*"|\[[^\]]*\]|\\./#, with: "")
        return bare.contains("y") || bare.contains("d") ? format.attribute("numFmtId").flatMap(Int.init) : nil
      }
      // Those of the standard (18.8.30) that have a day.
      let known = Set([14, 15, 16, 17, 22] + own)
      let formats =
        document.root.first("cellXfs")?.elements.map { $0.attribute("numFmtId").flatMap(Int.init) ?? 0 } ?? []
      return Set(formats.indices.filter { known.contains(formats[$0]) })
    }
  }

  private static func rows(
    of sheet: MarkupNode, _ texts: [String], _ dates: Set<Int>
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
        cells.append(value(of: cell, texts, dates))
      }
      if !cells.allSatisfy(\.isEmpty) { rows.append((number, cells)) }
    }
    return rows
  }

  private static func value(of cell: MarkupNode, _ texts: [String], _ dates: Set<Int>) -> String {
    let value = cell.first("v")?.text ?? ""
    switch cell.attribute("t") {
    case "s": return Int(value).flatMap { texts.indices.contains($0) ? texts[$0] : nil } ?? ""
    case "inlineStr": return cell.first("is")?.text ?? ""
    case "b": return value == "1" ? "TRUE" : "FALSE"
    case "str", "e", "d": return value
    default:
      guard let number = Double(value) else { return value }
      if let style = cell.attribute("s").flatMap(Int.init), dates.contains(style) {
        return SheetDate.text(ofDay: number) ?? value
      }
      // A sum of 0.1 and 0.2 is written as 0.30000000000000004.
      return number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\((number * 1e10).rounded() / 1e10)"
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
