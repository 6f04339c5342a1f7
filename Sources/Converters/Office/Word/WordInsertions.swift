import ForeignFormats

/// The files that a document inserts: with `altChunk`, which Word reads when it opens the document, diagrams and
/// charts.
struct WordInsertions {
  private let archive: ZipArchive
  /// The files' names by the ids of their relations.
  private let names: [String: String]
  /// The files that were written. Each is written once, or a small document could become a text without end.
  private var written: Set<String> = []
  /// How many could not be read.
  private(set) var missing = 0

  init(_ archive: ZipArchive, names: [String: String]) {
    (self.archive, self.names) = (archive, names)
  }

  /// Writes the file with this id: a document of Word, whose own insertions are left out, a web page or plain text.
  mutating func write(_ id: String, to writer: inout MarkdownWriter) {
    guard let name = names[id] else {
      missing += 1
      return
    }
    guard written.insert(name).inserted else { return }
    do {
      if try !add(name, to: &writer) { missing += 1 }
    } catch {
      missing += 1
    }
  }

  /// Writes a diagram or a chart.
  mutating func write(_ drawing: OfficeDrawing, to writer: inout MarkdownWriter) {
    guard let name = names[drawing.id] else {
      missing += 1
      return
    }
    guard written.insert(name).inserted else { return }
    if !drawing.write(name, of: archive, to: &writer) { missing += 1 }
  }

  /// Returns whether the file is of a kind that is read.
  private func add(_ name: String, to writer: inout MarkdownWriter) throws -> Bool {
    guard let bytes = try archive.file(name) else { return false }
    writer.endBlock()
    defer { writer.endBlock() }
    switch ForeignFormat(path: name) {
    case .docx:
      _ = try WordConverter.write(ZipArchive(bytes, within: archive), to: &writer, withInsertions: false)
    case .html:
      let page = try MarkupDocument(html: bytes)
      withExtendedLifetime(page) { HTMLConverter.write(page.root.first("body") ?? page.root, to: &writer) }
    case nil where name.lowercased().hasSuffix(".txt"):
      writer.add(text: try DecodedText.string(of: bytes))
    default: return false
    }
    return true
  }
}
