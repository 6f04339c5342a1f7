import ForeignFormats
import VectorStore

extension NoteShape {
  /// Reads what a parsed document says of itself.
  init(
    of text: DocumentText, _ blocks: [Block], _ frontMatter: FrontMatter?, _ anchors: [NoteAnchor],
    format: DocumentFormat, path: String, title: String
  ) throws(CancellationError) {
    self.init()
    aliases = frontMatter?.aliases ?? []
    properties = frontMatter?.properties ?? []
    dated = NoteDates.days(of: properties, path: path, title: title)
    self.anchors = anchors
    if format == .org {
      links = try OrgLinks.links(of: text, blocks)
      tasks = try OrgTasks.tasks(of: text, blocks)
    }
    if ForeignFormat(path: path) == .calendar {
      // The converter writes a task's own line below its heading; others are of descriptions.
      let names = Dictionary(anchors.map { ($0.line + 2, $0.name) }) { first, _ in first }
      tasks = try MarkdownTasks.tasks(of: text, blocks).filter { names[$0.line]?.hasPrefix($0.text) ?? false }
    }
    guard format == .markdown else { return }
    links = try MarkdownLinks.links(of: text, blocks)
    tasks = try MarkdownTasks.tasks(of: text, blocks)
  }
}
