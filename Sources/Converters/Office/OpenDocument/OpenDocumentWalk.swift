import ForeignFormats

/// Writes a text, sheets or slides of LibreOffice.
struct OpenDocumentWalk {
  var writer = MarkdownWriter()
  var unit: Places.Unit?
  let styles: OpenDocumentStyles
  /// The formulas and charts in the document.
  let objects: OpenDocumentObjects
  /// The colour that the text stands on; `nil` if that is not known.
  var background: RunFormat.Colour?
  var hidden = 0
  var hasHiddenText = false
  var sheet: OpenSheet?
  private var slides = 0
  var lists: [(style: String, number: Int)] = []
  /// Whether the item has its mark; what follows belongs to it.
  private var isMarked = false
  /// How many cells may still be there because others are repeated.
  var repeatsLeft = 2 << 20

  init(_ styles: OpenDocumentStyles, _ objects: OpenDocumentObjects) {
    (self.styles, self.objects) = (styles, objects)
    background = styles.page
  }

  var remarks: [String] {
    let what = unit == .slide ? "slide" : "sheet"
    return (hidden > 0 ? ["\(hidden) hidden \(what)\(hidden == 1 ? " was" : "s were") left out"] : [])
      + (hasHiddenText ? [MarkdownWriter.hiddenText] : [])
  }

  mutating func write(_ element: MarkupNode) {
    for child in element.elements {
      switch child.name {
      case "h": heading(child)
      case "p": paragraph(child)
      case "list": list(child)
      case "list-item", "list-header":
        isMarked = child.name == "list-header"
        write(child)
      case "table": element.name == "spreadsheet" ? sheet(child) : table(child)
      case "page": slide(child)
      case "frame" where child.attribute("class") == "title":
        let words = child.all("p").map { text(of: $0) }
        writer.heading(words.joined(separator: " "), level: 1)
      case "section" where Self.isHidden(child):
        hasHiddenText = hasHiddenText || MarkdownWriter.oneLine(child.text) != nil
      case "object": object(child)
      // Of the text, they come with their paragraphs.
      case "annotation" where element.name == "page": comment(child)
      case "tracked-changes", "annotation", "forms", "sequence-decls", "shapes", "named-expressions": continue
      case "table-of-content", "illustration-index", "table-index", "alphabetical-index": continue
      default: write(child)
      }
    }
  }

  private static func isHidden(_ section: MarkupNode) -> Bool { section.attribute("display") == "none" }

  /// Writes a chart, or a formula that stands by itself.
  mutating func object(_ object: MarkupNode) {
    switch objects.content(of: object) {
    case .formula(let formula): writer.paragraph(formula)
    case .chart(let title, let tables):
      if let title { writer.paragraph(title) }
      for table in tables { writer.table(table) }
    case nil: return
    }
  }

  private mutating func slide(_ page: MarkupNode) {
    slides += 1
    unit = .slide
    guard !styles.isHidden(page) else { return hidden += 1 }
    writer.begin("\(slides)")
    // A slide may be dark.
    background = nil
    write(page)
  }

  private mutating func heading(_ heading: MarkupNode) {
    writer.heading(text(of: heading), level: heading.attribute("outline-level").flatMap(Int.init) ?? 1)
    writeRest(of: heading)
  }

  private mutating func paragraph(_ paragraph: MarkupNode) {
    let text = text(of: paragraph)
    if lists.isEmpty, let level = styles.level(of: paragraph) {
      writer.heading(text, level: level)
      return writeRest(of: paragraph)
    }
    if let list = lists.last, !isMarked {
      if MarkdownWriter.oneLine(text) != nil {
        isMarked = true
        lists[lists.count - 1].number += 1
        let isNumbered = styles.numbered.contains("\(list.style) \(lists.count)")
        writer.item(text, depth: lists.count - 1, marker: isNumbered ? "\(list.number + 1)." : "-")
      }
    } else if !lists.isEmpty {
      writer.continuation(text, depth: lists.count - 1)
    } else {
      writer.paragraph(text)
    }
    writeRest(of: paragraph)
  }

  /// Writes what stands beside a paragraph or below it.
  private mutating func writeRest(of paragraph: MarkupNode) {
    let outer = background
    // What a shape is filled with may be anything.
    background = nil
    for box in boxes(in: paragraph) { write(box) }
    background = outer
    for chart in charts(in: paragraph) { object(chart) }
    writeNotes(of: paragraph)
  }

  /// Text boxes and shapes stand in the paragraph that they are anchored to.
  func boxes(in element: MarkupNode) -> [MarkupNode] {
    var found: [MarkupNode] = []
    for child in element.elements where child.name != "note" && child.name != "annotation" {
      found += Self.isBox(child) ? [child] : boxes(in: child)
    }
    return found
  }

  private func charts(in element: MarkupNode) -> [MarkupNode] {
    element.elements.flatMap { child -> [MarkupNode] in
      if child.name == "object" { return objects.isChart(child) ? [child] : [] }
      return ["note", "annotation"].contains(child.name) || Self.isBox(child) ? [] : charts(in: child)
    }
  }

  private static func isBox(_ element: MarkupNode) -> Bool {
    element.name == "text-box" || shapes.contains(element.name) && element.elements.contains { $0.name == "p" }
  }

  static let shapes: Set = [
    "caption", "circle", "connector", "custom-shape", "ellipse", "line", "measure", "path", "polygon", "polyline",
    "rect", "regular-polygon",
  ]

  private mutating func writeNotes(of paragraph: MarkupNode) {
    let notes = notes(in: paragraph)
    for note in notes where note.name == "note" {
      for body in note.elements where body.name == "note-body" { write(body) }
    }
    for note in notes where note.name == "annotation" { comment(note) }
  }

  private mutating func comment(_ comment: MarkupNode) {
    let words = comment.all("p").map { text(of: $0) }
    writer.comment(words.joined(separator: " "), by: comment.first("creator")?.text)
  }

  /// The notes and comments of a paragraph, without those in its boxes and in other notes, which come with these.
  private func notes(in element: MarkupNode) -> [MarkupNode] {
    element.elements.flatMap { child in
      ["note", "annotation"].contains(child.name) ? [child] : Self.isBox(child) ? [] : notes(in: child)
    }
  }

  private mutating func list(_ list: MarkupNode) {
    // A list within one has its style.
    lists.append((list.attribute("style-name") ?? lists.last?.style ?? "", 0))
    write(list)
    lists.removeLast()
    isMarked = !lists.isEmpty
    if lists.isEmpty { writer.endBlock() }
  }
}
