/// Writes the elements of a web page, or of a book's chapter, as Markdown.
enum HTMLWalk {
  private static let skipped: Set<String> = [
    "script", "style", "noscript", "template", "nav", "aside", "form", "svg", "iframe", "object", "embed", "button",
    "select", "input", "textarea", "canvas", "audio", "video", "head", "footer", "dialog",
  ]
  private static let blocks: Set<String> = [
    "p", "div", "section", "article", "main", "header", "ul", "ol", "li", "dl", "dt", "dd", "table", "pre",
    "blockquote",
    "figure", "figcaption", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "address", "details", "summary", "body", "center",
    "tr", "td", "th", "tbody", "thead", "tfoot", "caption", "html", "fieldset", "hgroup", "search",
  ]
  private static let skippedRoles: Set<String> = ["navigation", "search", "banner", "contentinfo", "complementary"]

  static func write(_ element: MarkupNode, to writer: inout MarkdownWriter) {
    write(element, depth: 0, to: &writer)
    writer.endBlock()
  }

  /// How much text would be written.
  static func textCount(in element: MarkupNode) -> Int {
    element.children.reduce(0) { sum, child in
      if let text = child.ownText { return sum + text.utf8.count }
      return isSkipped(child) ? sum : sum + textCount(in: child)
    }
  }

  private static func isSkipped(_ element: MarkupNode) -> Bool {
    guard element.isElement else { return false }
    if skipped.contains(element.name) || element.attribute("hidden") != nil { return true }
    if element.attribute("aria-hidden") == "true" { return true }
    if let role = element.attribute("role"), skippedRoles.contains(role) { return true }
    let style = element.attribute("style")?.filter { !$0.isWhitespace } ?? ""
    return style.contains("display:none") || style.contains("visibility:hidden")
  }

  /// Writes what an element contains: its blocks, and the text between them as paragraphs.
  private static func write(_ element: MarkupNode, depth: Int, to writer: inout MarkdownWriter) {
    var text = ""
    func flush(_ writer: inout MarkdownWriter) {
      writer.paragraph(text)
      text = ""
    }
    for child in element.children {
      if let own = child.ownText {
        text += flat(own)
      } else if isSkipped(child) || !child.isElement {
        continue
      } else if holdsBlocks(child) {
        flush(&writer)
        block(child, depth: depth, to: &writer)
      } else {
        text += inline(child)
      }
    }
    flush(&writer)
  }

  /// Whether an element is a block or has one inside.
  private static func holdsBlocks(_ element: MarkupNode) -> Bool {
    blocks.contains(element.name) || element.elements.contains { !isSkipped($0) && holdsBlocks($0) }
  }

  private static func block(_ element: MarkupNode, depth: Int, to writer: inout MarkdownWriter) {
    switch element.name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      writer.heading(inline(element), level: Int(element.name.dropFirst()) ?? 1)
    case "pre": writer.code(preformatted(element))
    case "ul", "ol", "menu": list(element, depth: depth, to: &writer)
    case "dl":
      for part in element.elements where !isSkipped(part) {
        if part.name == "dt" { writer.paragraph(inline(part)) } else { write(part, depth: depth, to: &writer) }
      }
    case "table": table(element, depth: depth, to: &writer)
    case "hr": writer.endBlock()
    default: write(element, depth: depth, to: &writer)
    }
  }

  private static func list(_ element: MarkupNode, depth: Int, to writer: inout MarkdownWriter) {
    for item in element.elements where !isSkipped(item) {
      guard item.name == "li" else {
        block(item, depth: depth, to: &writer)
        continue
      }
      let inner = item.elements.filter { ["ul", "ol", "pre", "table"].contains($0.name) }
      writer.item(inline(item, without: ["ul", "ol", "pre", "table"]), depth: depth)
      for part in inner { block(part, depth: depth + 1, to: &writer) }
    }
  }

  /// A table with one column, or with other blocks inside, is only layout.
  private static func table(_ element: MarkupNode, depth: Int, to writer: inout MarkdownWriter) {
    let rows = element.all("tr").map { row in row.elements.filter { ["td", "th"].contains($0.name) && !isSkipped($0) } }
    let isLayout =
      rows.allSatisfy { $0.count < 2 } || rows.joined().contains { $0.first("table", "h1", "h2", "ul", "pre") != nil }
    if let caption = element.first("caption") { writer.paragraph(inline(caption)) }
    if isLayout {
      for cell in rows.joined() { write(cell, depth: depth, to: &writer) }
    } else {
      writer.table(rows.map { $0.map { inline($0) } })
    }
  }

  /// The text of an element on the lines that `br` makes.
  private static func inline(_ element: MarkupNode, without names: Set<String> = []) -> String {
    var text = ""
    for child in element.children {
      if let own = child.ownText {
        text += flat(own)
      } else if child.name == "br" {
        text += "\n"
      } else if child.name == "img" {
        text += child.attribute("alt").map { " \($0) " } ?? ""
      } else if child.isElement, !isSkipped(child), !names.contains(child.name) {
        let isBlock = blocks.contains(child.name)
        text += (isBlock ? " " : "") + inline(child, without: names) + (isBlock ? " " : "")
      }
    }
    return text
  }

  private static func preformatted(_ element: MarkupNode) -> String {
    element.children.map { child in
      child.ownText ?? (child.name == "br" ? "\n" : isSkipped(child) ? "" : preformatted(child))
    }.joined()
  }

  /// Line ends of the file are spaces; only `br` makes lines.
  private static func flat(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
}
