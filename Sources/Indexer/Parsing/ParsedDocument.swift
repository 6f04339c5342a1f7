/// A document's text with its title and its blocks.
package struct ParsedDocument: Sendable {
  /// The text.
  package let text: DocumentText
  /// What the document calls itself, on one line.
  package let title: String
  /// The tags that it carries, as they are written.
  package let tags: [String]
  let blocks: [Block]

  /// Parses a text as what the end of its file's name says; throws where the task is cancelled.
  package init(_ text: DocumentText, path: String) throws(CancellationError) {
    self.text = text
    let format = DocumentFormat(path: path)
    let frontMatter = format == .markdown || format == .plain ? FrontMatter(in: text) : nil
    let head = frontMatter.map { [Block(kind: .frontMatter, lines: $0.lines)] } ?? []
    let start = frontMatter?.lines.upperBound ?? 0
    blocks =
      switch format {
      case .markdown: head + (try MarkdownBlocks.blocks(of: text, from: start))
      case .plain: head + (try PlainTextBlocks.blocks(of: text, from: start))
      case .org: try OrgBlocks.blocks(of: text)
      case .restructuredText: try RestructuredTextBlocks.blocks(of: text)
      }
    tags =
      switch format {
      case .markdown: (frontMatter?.tags ?? []) + (try MarkdownTags.tags(of: text, blocks))
      case .plain: frontMatter?.tags ?? []
      case .org: try OrgBlocks.tags(of: text, blocks)
      case .restructuredText: []
      }
    let title =
      frontMatter?.title ?? (format == .org ? OrgBlocks.title(of: text) : nil)
      ?? ParsedDocument.titleHeading(of: blocks, isMarkdown: format == .markdown) ?? ParsedDocument.stem(of: path)
    self.title = title.cut(toBytes: HeadingPaths.longest)
  }

  /// The first heading, if it stands above all the others: the only one of its level, or Markdown's first level.
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

  /// The file's name without its folder and its ending.
  static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }
}
