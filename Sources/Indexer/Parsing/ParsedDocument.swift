package import ForeignFormats
package import VectorStore

/// A document's text with its title and its blocks.
package struct ParsedDocument: Sendable {
  /// The text.
  package let text: DocumentText
  /// The document's title, on one line.
  package let title: String
  /// The document's tags, as written.
  package let tags: [String]
  /// What it says of itself and of others.
  package private(set) var shape: NoteShape
  package let blocks: [Block]
  /// The places of a converted file.
  package var places: Places?
  /// Whether each section of the highest level stands for itself.
  private(set) var isOfRecords = false
  /// What of the file could not be read.
  package var problem: String?

  /// Parses a note; throws if the task is cancelled.
  init(_ note: NoteText, path: String) throws(CancellationError) {
    try self.init(note.text, path: path, title: note.title, calendar: note.view)
    (places, problem) = (note.places, note.problem ?? problem)
    isOfRecords = note.isOfRecords
    shape.dated = shape.dated ?? note.day.map { $0...$0 }
    shape.calendar = shape.calendar ?? note.calendar
  }

  /// Parses a text in the format of its file extension; throws if the task is cancelled.
  ///
  /// - Parameters:
  ///   - title: The title that a converted file names.
  ///   - view: How the time stamps of Org are looked at.
  package init(
    _ text: DocumentText, path: String, title: String? = nil, calendar view: CalendarView = .fromNow()
  ) throws(CancellationError) {
    self.text = text
    let format = DocumentFormat(path: path)
    let frontMatter = format == .markdown || format == .plain ? FrontMatter(in: text) : nil
    let head = frontMatter.map { [Block(kind: .frontMatter, lines: $0.indexedLines)] } ?? []
    let start = frontMatter?.lines.upperBound ?? 0
    blocks =
      switch format {
      case .markdown, .foreign: head + (try MarkdownBlocks.blocks(of: text, from: start))
      case .plain: head + (try PlainTextBlocks.blocks(of: text, from: start))
      case .org: try OrgBlocks.blocks(of: text)
      case .code: try CodeBlocks.blocks(of: text)
      case .restructuredText: try RestructuredTextBlocks.blocks(of: text)
      }
    tags =
      switch format {
      case .markdown: (frontMatter?.tags ?? []) + (try MarkdownTags.tags(of: text, blocks))
      case .plain: frontMatter?.tags ?? []
      case .org: try OrgOutline(of: text, blocks).tags
      case .restructuredText, .code, .foreign: []
      }
    let anchors = try NoteAnchors.anchors(of: text, blocks, format: format)
    let heading = ParsedDocument.titleHeading(of: blocks, isMarkdown: format == .markdown || format == .foreign)
    let title =
      title ?? frontMatter?.title ?? (format == .org ? OrgBlocks.title(of: text) : nil)
      ?? (SectionDays.areOfJournal(anchors) ? nil : heading)
      ?? (format == .code ? ParsedDocument.name(of: path) : ParsedDocument.stem(of: path))
    self.title = title.cut(toBytes: HeadingPaths.longest)
    shape = try NoteShape(of: text, blocks, frontMatter, anchors, format: format, path: path, title: self.title, view)
    problem = frontMatter?.problem
  }

  /// Returns the first heading if it is above all others: the only one of its level, or of Markdown's first level.
  private static func titleHeading(of blocks: [Block], isMarkdown: Bool) -> String? {
    var first: (level: Int, title: String)?
    for block in blocks {
      guard case .heading(let level, let title) = block.kind else { continue }
      if let first {
        if level < first.level || level == first.level && !(isMarkdown && level == 1) { return nil }
      } else {
        first = (level, title)
      }
    }
    guard let first, !first.title.isEmpty else { return nil }
    return first.title
  }

  /// Returns the file name: of source code, the extension says the language.
  private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Returns the file name without its folder and extension.
  static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }
}
