/// What is drawn on sheets: text boxes and charts.
struct SheetDrawings {
  private let archive: ZipArchive
  /// The parts that were read. Each is, once.
  private var read: Set<String> = []
  /// How many could not be read.
  private(set) var lost = 0

  init(_ archive: ZipArchive) { self.archive = archive }

  /// Reads a drawing's shapes, but not hidden ones, and its charts.
  mutating func read(_ drawing: String) -> MarkdownWriter {
    var writer = MarkdownWriter()
    guard read.insert(drawing).inserted else { return writer }
    guard let document = try? archive.xml(drawing) else {
      lost += 1
      return writer
    }
    let parts = (try? archive.relations(of: drawing)) ?? [:]
    withExtendedLifetime(document) {
      document.root.keepShownAlternatives()
      write(document.root, with: parts, to: &writer)
    }
    return writer
  }

  private mutating func write(_ element: MarkupNode, with parts: [String: String], to writer: inout MarkdownWriter) {
    for child in element.elements where !child.isHiddenShape {
      if let drawing = OfficeDrawing(child) {
        guard let file = parts[drawing.id], read.insert(file).inserted else { continue }
        if !drawing.write(file, of: archive, to: &writer) { lost += 1 }
      } else if child.name == "sp" {
        for paragraph in child.all("p") { writer.paragraph(paragraph.drawnText) }
      } else {
        write(child, with: parts, to: &writer)
      }
    }
  }
}
