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
    guard let content = try archive.xml("content.xml") else { throw ConversionError.damaged("content.xml is missing") }
    var walk = Walk()
    withExtendedLifetime(content) { walk.write(content.root.first("body") ?? content.root) }
    let meta = try archive.xml("meta.xml")
    let title = meta.flatMap { meta in withExtendedLifetime(meta) { meta.root.first("title")?.text } }
    return walk.writer.conversion(title: title, unit: walk.unit)
  }

  private struct Walk {
    var writer = MarkdownWriter()
    var unit: Conversion.Unit?
    private var slides = 0
    private var depth = -1
    /// How often a row or cell may be repeated: a sheet is filled up with a million empty ones.
    private static let mostRepeated = 1000

    mutating func write(_ element: MarkupNode) {
      for child in element.elements {
        switch child.name {
        case "h":
          writer.heading(Self.text(of: child), level: child.attribute("outline-level").flatMap(Int.init) ?? 1)
        case "p": paragraph(child)
        case "list": list(child)
        case "table": element.name == "spreadsheet" ? sheet(child) : table(child)
        case "page":
          slides += 1
          unit = .slide
          writer.begin("\(slides)")
          write(child)
        case "tracked-changes", "table-of-content", "annotation", "forms", "sequence-decls": continue
        default: write(child)
        }
      }
    }

    private mutating func paragraph(_ paragraph: MarkupNode) {
      let text = Self.text(of: paragraph)
      if depth >= 0 { writer.item(text, depth: depth) } else { writer.paragraph(text) }
      for frame in paragraph.all("text-box") { write(frame) }
      for note in paragraph.all("note-body") { write(note) }
    }

    private mutating func list(_ list: MarkupNode) {
      depth += 1
      write(list)
      depth -= 1
      if depth < 0 { writer.endBlock() }
    }

    private mutating func table(_ table: MarkupNode) {
      writer.table(Self.rows(of: table).map(\.cells))
    }

    private mutating func sheet(_ sheet: MarkupNode) {
      let name = sheet.attribute("name") ?? ""
      let rows = Self.rows(of: sheet)
      guard !rows.isEmpty else { return }
      unit = .row
      writer.heading(name, level: 1)
      writer.rows(rows, of: name)
    }

    private static func rows(of table: MarkupNode) -> [(number: Int, cells: [String])] {
      var rows: [(number: Int, cells: [String])] = []
      var number = 0
      for row in table.all("table-row") {
        let repeated = row.attribute("number-rows-repeated").flatMap(Int.init) ?? 1
        let cells = cells(of: row)
        if !cells.allSatisfy(\.isEmpty) {
          for place in 0..<min(repeated, mostRepeated) { rows.append((number + 1 + place, cells)) }
        }
        number += repeated
      }
      return rows
    }

    private static func cells(of row: MarkupNode) -> [String] {
      var cells: [String] = []
      for cell in row.elements where ["table-cell", "covered-table-cell"].contains(cell.name) {
        let text = cell.all("p").map(text).joined(separator: " ")
        let repeated = cell.attribute("number-columns-repeated").flatMap(Int.init) ?? 1
        cells += Array(repeating: text, count: min(repeated, mostRepeated))
      }
      while cells.last?.isEmpty == true { cells.removeLast() }
      return cells
    }

    private static func text(of element: MarkupNode) -> String {
      element.children.map { child in
        if let own = child.ownText { return own }
        return switch child.name {
        case "s": String(repeating: " ", count: min(child.attribute("c").flatMap(Int.init) ?? 1, 100))
        case "tab": "\t"
        case "line-break": "\n"
        case "note", "annotation", "text-box", "change", "change-start", "change-end": ""
        default: text(of: child)
        }
      }.joined()
    }
  }
}
