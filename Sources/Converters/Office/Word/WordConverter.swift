import ForeignFormats

/// Converts documents of Word (ECMA-376, WordprocessingML).
enum WordConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let archive = try ZipArchive(bytes)
    // Before the files that the document inserts, which may use up what can be read.
    let title = try archive.coreTitle()
    var writer = MarkdownWriter()
    let remarks = try write(archive, to: &writer, withInsertions: true)
    return writer.conversion(title: title, remarks: remarks)
  }

  /// Writes a document. Returns what is said of what was left out.
  ///
  /// - Parameters:
  ///   - withInsertions: Whether the files are read that it inserts.
  static func write(_ archive: ZipArchive, to writer: inout MarkdownWriter, withInsertions: Bool) throws -> [String] {
    let name = archive.mainPart(orUsual: "word/document.xml")
    guard let document = try archive.xml(name) else { throw ConversionError.damaged("\(name) is missing") }
    let names = (try? archive.relationsByType(of: name)) ?? [:]
    func part(_ kind: String) throws -> MarkupDocument? {
      if let name = names[kind], let part = try archive.xml(name) { return part }
      return try archive.xml("word/\(kind).xml")
    }
    var parts: [MarkupDocument] = []
    var notes: [String: MarkupNode] = [:]
    for (file, kind) in [("footnotes", "footnote"), ("endnotes", "endnote"), ("comments", "comment")] {
      guard let part = try part(file) else { continue }
      parts.append(part)
      for note in part.root.all(kind) { note.attribute("id").map { notes[kind + $0] = note } }
    }
    let styles = try part("styles")
    let numbering = try part("numbering")
    let insertions = withInsertions ? WordInsertions(archive, names: (try? archive.relations(of: name)) ?? [:]) : nil
    return withExtendedLifetime((document, parts, styles, numbering)) {
      var walk = WordWalk(
        writer, styles: WordStyles(styles?.root, of: document.root), numbering: WordNumbering(numbering?.root),
        notes: notes,
        insertions: insertions)
      // With two owners, the first change would copy the text so far.
      writer = MarkdownWriter()
      walk.write(document.root.first("body") ?? document.root)
      writer = walk.writer
      return
        (walk.missing > 0 ? ["\(walk.missing) inserted file\(walk.missing == 1 ? " was" : "s were") left out"] : [])
        + (walk.hidden > 0 ? [MarkdownWriter.hiddenText] : [])
    }
  }
}
