import ForeignFormats

/// Converts documents of Word (ECMA-376, WordprocessingML).
enum WordConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let archive = try ZipArchive(bytes)
    // Before the files that the document inserts, which may use up what can be read.
    let title = try archive.coreTitle()
    var writer = MarkdownWriter()
    let missing = try write(archive, to: &writer, withChunks: true)
    return writer.conversion(
      title: title,
      remarks: missing > 0 ? ["\(missing) inserted file\(missing == 1 ? " was" : "s were") left out"] : [])
  }

  /// Writes a document. Returns how many of the files that it inserts could not be read.
  ///
  /// - Parameters:
  ///   - withChunks: Whether the files are read that it inserts.
  static func write(_ archive: ZipArchive, to writer: inout MarkdownWriter, withChunks: Bool) throws -> Int {
    let (name, document) = try main(of: archive)
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
    let chunks = withChunks ? WordChunks(archive, names: (try? archive.relations(of: name)) ?? [:]) : nil
    return withExtendedLifetime((document, parts, styles, numbering)) {
      var walk = WordWalk(
        writer, styles: WordStyles(styles?.root), numbering: WordNumbering(numbering?.root), notes: notes,
        chunks: chunks)
      // Or the text so far would be copied.
      writer = MarkdownWriter()
      walk.write(document.root.first("body") ?? document.root)
      writer = walk.writer
      return walk.missing
    }
  }

  /// Returns the part with the text, which may have any name.
  private static func main(of archive: ZipArchive) throws -> (name: String, document: MarkupDocument) {
    if let name = (try? archive.relationsByType(of: ""))?["officeDocument"], let document = try archive.xml(name),
      document.root.name == "document"
    {
      return (name, document)
    }
    let name = "word/document.xml"
    guard let document = try archive.xml(name) else { throw ConversionError.damaged("\(name) is missing") }
    return (name, document)
  }
}
