import ForeignFormats

/// Converts documents of Word (ECMA-376, WordprocessingML).
enum WordConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let archive = try ZipArchive(bytes)
    guard let document = try archive.xml("word/document.xml") else {
      throw ConversionError.damaged("word/document.xml is missing")
    }
    var walk = Walk(styles: try headingLevels(archive))
    withExtendedLifetime(document) { walk.write(document.root.first("body") ?? document.root) }
    for (part, element) in [("word/footnotes.xml", "footnote"), ("word/endnotes.xml", "endnote")] {
      guard let notes = try archive.xml(part) else { continue }
      withExtendedLifetime(notes) {
        // Those of a type are lines and separators.
        for note in notes.root.all(element) where note.attribute("type") == nil { walk.write(note) }
      }
    }
    return walk.writer.conversion(title: try archive.coreTitle())
  }

  /// The levels of the styles that are headings, by the styles' ids.
  private static func headingLevels(_ archive: ZipArchive) throws -> [String: Int] {
    guard let styles = try archive.xml("word/styles.xml") else { return [:] }
    return withExtendedLifetime(styles) {
      var levels: [String: Int] = [:]
      for style in styles.root.all("style") {
        guard let id = style.attribute("styleId") else { continue }
        let name = style.first("name")?.attribute("val")?.lowercased() ?? ""
        if let outline = style.first("outlineLvl")?.attribute("val").flatMap(Int.init), outline < 9 {
          levels[id] = outline + 1
        } else if name.hasPrefix("heading "), let level = Int(name.dropFirst(8)) {
          levels[id] = level
        } else if name == "title" {
          levels[id] = 1
        }
      }
      return levels
    }
  }

  private struct Walk {
    let styles: [String: Int]
    var writer = MarkdownWriter()

    init(styles: [String: Int]) { self.styles = styles }

    mutating func write(_ body: MarkupNode) {
      for element in body.elements {
        switch element.name {
        case "p": paragraph(element)
        case "tbl": table(element)
        // A deletion that was not accepted yet.
        case "del", "moveFrom": continue
        case "sectPr": continue
        default: write(element)
        }
      }
    }

    private mutating func paragraph(_ paragraph: MarkupNode) {
      let text = Self.text(of: paragraph)
      let properties = paragraph.elements.first { $0.name == "pPr" }
      let style = properties?.first("pStyle")?.attribute("val") ?? ""
      if let level = properties?.first("outlineLvl")?.attribute("val").flatMap(Int.init), level < 9 {
        writer.heading(text, level: level + 1)
      } else if let level = styles[style] {
        writer.heading(text, level: level)
      } else if let numbering = properties?.first("numPr") {
        writer.item(text, depth: numbering.first("ilvl")?.attribute("val").flatMap(Int.init) ?? 0)
      } else {
        writer.paragraph(text)
      }
      // Text boxes stand in the paragraph that they are anchored to.
      for box in paragraph.all("txbxContent") { write(box) }
    }

    private mutating func table(_ table: MarkupNode) {
      let rows = table.elements.filter { $0.name == "tr" }.map { $0.elements.filter { $0.name == "tc" } }
      if rows.allSatisfy({ $0.count < 2 }) || rows.joined().contains(where: { $0.first("tbl") != nil }) {
        for cell in rows.joined() { write(cell) }
      } else {
        writer.table(rows.map { $0.map { cell in cell.all("p").map(Self.text).joined(separator: " ") } })
      }
    }

    private static func text(of element: MarkupNode) -> String {
      element.elements.map { child in
        switch child.name {
        case "t": child.text
        case "tab": "\t"
        case "br", "cr": "\n"
        case "noBreakHyphen": "-"
        case "del", "moveFrom", "pPr", "instrText", "txbxContent", "Fallback": ""
        default: text(of: child)
        }
      }.joined()
    }
  }
}
