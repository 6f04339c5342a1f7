import ForeignFormats

/// Converts workbooks of Excel (ECMA-376, SpreadsheetML): each row with the names of its columns.
enum WorkbookConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let archive = try ZipArchive(bytes)
    let name = archive.mainPart(orUsual: "xl/workbook.xml")
    guard let workbook = try archive.xml(name) else { throw ConversionError.damaged("\(name) is missing") }
    let targets = try archive.relations(of: name)
    var read: Set<String> = []
    let sheets = withExtendedLifetime(workbook) { () -> [(name: String, file: String, isHidden: Bool)] in
      workbook.root.all("sheet").compactMap { sheet in
        guard let file = sheet.attributes(named: "id").compactMap({ targets[$0] }).first, read.insert(file).inserted
        else { return nil }
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
    let comments = SheetComments(archive, workbook: name)
    var writer = MarkdownWriter()
    var drawings = SheetDrawings(archive)
    for sheet in sheets where !sheet.isHidden && !writer.isFull {
      guard let file = try archive.file(sheet.file) else { continue }
      var reader = SheetReader(texts, formats)
      try reader.read(MarkupStream(xml: file, of: sheet.file))
      let unplaced = comments.add(of: sheet.file, to: &reader.rows)
      let parts = try archive.relations(of: sheet.file)
      let drawn = reader.drawing.flatMap { parts[$0] }.map { drawings.read($0) } ?? MarkdownWriter()
      guard !reader.rows.isEmpty || !unplaced.isEmpty || !drawn.lines.isEmpty else { continue }
      if sheets.count > 1 { writer.heading(sheet.name, level: 1) }
      writer.rows(reader.rows, of: sheet.name)
      // They belong to no row.
      if !unplaced.isEmpty || !drawn.lines.isEmpty { writer.begin(sheet.name) }
      for comment in unplaced { writer.comment(comment.text, by: comment.cell) }
      for line in drawn.lines { writer.add(line: line) }
    }
    let hidden = sheets.count(where: \.isHidden)
    return writer.conversion(
      title: try archive.coreTitle(), unit: .row,
      remarks: (hidden > 0 ? ["\(hidden) hidden sheet\(hidden == 1 ? " was" : "s were") left out"] : [])
        + (drawings.lost > 0 ? ["\(drawings.lost) drawing\(drawings.lost == 1 ? "" : "s") cannot be read"] : []))
  }

  private static func sharedTexts(_ name: String, in archive: ZipArchive) throws -> [String] {
    guard let file = try archive.file(name) else { return [] }
    let stream = try MarkupStream(xml: file, of: name)
    var texts: [String] = []
    while let item = try stream.next(["si"]) { texts.append(SheetReader.text(of: item)) }
    return texts
  }
}
