import ForeignFormats

/// Converts documents of Word (ECMA-376, WordprocessingML).
enum WordConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let archive = try ZipArchive(bytes)
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
    return try withExtendedLifetime((document, parts, styles, numbering)) {
      var walk = WordWalk(styles: WordStyles(styles?.root), numbering: WordNumbering(numbering?.root), notes: notes)
      walk.write(document.root.first("body") ?? document.root)
      return walk.writer.conversion(title: try archive.coreTitle())
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
