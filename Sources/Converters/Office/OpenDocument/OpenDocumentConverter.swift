import ForeignFormats

/// Converts texts, sheets and slides of LibreOffice (OASIS OpenDocument).
enum OpenDocumentConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let archive = try ZipArchive(bytes)
    if let manifest = try archive.xml("META-INF/manifest.xml"),
      withExtendedLifetime(manifest, { manifest.root.first("encryption-data") != nil })
    {
      throw ConversionError.encrypted
    }
    let meta = try archive.xml("meta.xml")
    let title = withExtendedLifetime(meta) { meta?.root.first("title")?.text }
    // Without it, only headings and numbers that its styles make are missing.
    let styles = try? archive.xml("styles.xml")
    let name = "content.xml"
    guard let file = try archive.file(name) else { throw ConversionError.damaged("\(name) is missing") }
    let kind = try archive.file("mimetype").map { String(decoding: $0, as: UTF8.self) } ?? ""
    if kind.contains("spreadsheet") {
      return try sheets(of: MarkupStream(xml: file, of: name), styles, title, archive)
    }
    let content = try MarkupDocument(xml: file, of: name)
    return withExtendedLifetime((content, styles)) {
      var walk = OpenDocumentWalk(
        OpenDocumentStyles(content.root.first("automatic-styles"), styles?.root), OpenDocumentObjects(archive))
      walk.write(content.root.first("body") ?? content.root)
      return walk.writer.conversion(title: title, unit: walk.unit, remarks: walk.remarks)
    }
  }

  /// Reads sheets row by row, since they may have many.
  private static func sheets(
    of content: MarkupStream, _ styles: MarkupDocument?, _ title: String?, _ archive: ZipArchive
  ) throws -> Conversion {
    let objects = OpenDocumentObjects(archive)
    func walk(_ own: MarkupNode?) -> OpenDocumentWalk {
      withExtendedLifetime(styles) { OpenDocumentWalk(OpenDocumentStyles(own, styles?.root), objects) }
    }
    var sheets: OpenDocumentWalk?
    while let part = try content.next(
      ["automatic-styles", "table-column", "table-row", "shapes", "tracked-changes"], outer: ["table"])
    {
      if sheets == nil { sheets = walk(part.name == "automatic-styles" ? part : nil) }
      switch part.name {
      case "table": sheets?.begin(part)
      case "table-column": sheets?.sheet?.rows.add(column: part)
      case "table-row", "shapes": if sheets?.writer.isFull == false { sheets?.addToSheet(part) }
      default: continue
      }
    }
    guard var sheets else { throw ConversionError.empty }
    sheets.endSheet()
    return sheets.writer.conversion(title: title, unit: sheets.unit, remarks: sheets.remarks)
  }
}
