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
    // Of what is converted, calendars have tasks.
    if ForeignFormat(path: path) == .calendar { tasks = try MarkdownTasks.tasks(of: text, blocks) }
    guard format == .markdown else { return }
    links = try MarkdownLinks.links(of: text, blocks)
    tasks = try MarkdownTasks.tasks(of: text, blocks)
  }
}
