import ForeignFormats

/// Converts documents of Word (ECMA-376, WordprocessingML).
enum WordConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let archive = try ZipArchive(bytes)
    guard let document = try archive.xml("word/document.xml") else {
      throw ConversionError.damaged("word/document.xml is missing")
    }
    var parts: [MarkupDocument] = []
    var notes: [String: MarkupNode] = [:]
    for (file, kind) in [("footnotes", "footnote"), ("endnotes", "endnote"), ("comments", "comment")] {
      guard let part = try archive.xml("word/\(file).xml") else { continue }
      parts.append(part)
      for note in part.root.all(kind) { note.attribute("id").map { notes[kind + $0] = note } }
    }
    let styles = try archive.xml("word/styles.xml")
    let numbering = try archive.xml("word/numbering.xml")
    return try withExtendedLifetime((document, parts, styles, numbering)) {
      var walk = WordWalk(styles: WordStyles(styles?.root), numbering: WordNumbering(numbering?.root), notes: notes)
      walk.write(document.root.first("body") ?? document.root)
      return walk.writer.conversion(title: try archive.coreTitle())
    }
  }
}
