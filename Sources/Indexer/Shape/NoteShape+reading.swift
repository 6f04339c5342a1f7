import ForeignFormats
import VectorStore

extension NoteShape {
  /// Reads what a parsed document says of itself.
  init(
    of text: DocumentText, _ blocks: [Block], _ frontMatter: FrontMatter?, _ anchors: [NoteAnchor],
    format: DocumentFormat, path: String, title: String, _ view: CalendarView
  ) throws(CancellationError) {
    self.init()
    aliases = frontMatter?.aliases ?? []
    properties = frontMatter?.properties ?? []
    dated = NoteDates.days(of: properties, path: path, title: title)
    self.anchors = anchors
    if format == .org {
      let outline = try OrgOutline(of: text, blocks)
      links = try OrgLinks.links(of: text, blocks)
      tasks = try OrgTasks.tasks(of: text, blocks, outline)
      for place in self.anchors.indices where outline.isCommented(self.anchors[place].line - 1) {
        // What is commented out is on no day.
        self.anchors[place].name = OrgStamp.removed(from: self.anchors[place].name)
      }
      calendar = try OrgTimes.calendar(of: text, blocks, outline, in: view)
    }
    if ForeignFormat(path: path) == .calendar {
      // The converter writes a task's own line below its heading; others are of descriptions.
      let names = Dictionary(anchors.map { ($0.line + 2, $0.name) }) { first, _ in first }
      tasks = try MarkdownTasks.tasks(of: text, blocks).filter { names[$0.line]?.hasPrefix($0.text) ?? false }
    }
    guard format == .markdown else { return }
    links = try MarkdownLinks.links(of: text, blocks)
    tasks = try MarkdownTasks.tasks(of: text, blocks) + LogseqTasks.tasks(of: text, blocks)
    tasks.sort { $0.line < $1.line }
  }
}
