extension OpenDocumentWalk {
  /// Returns the text of a paragraph or heading, without what nobody sees.
  mutating func text(of paragraph: MarkupNode) -> String {
    if paragraph.first(where: { $0.name == "hidden-paragraph" && $0.attribute("is-hidden") == "true" }) != nil {
      hasHiddenText = true
      return ""
    }
    var line = ShiftedText()
    let outer = background
    defer { background = outer }
    if let own = styles.background(of: paragraph, in: "paragraph") { background = own }
    addText(of: paragraph, styles.format(of: paragraph, in: "paragraph"), to: &line)
    return line.text
  }

  private mutating func addText(of element: MarkupNode, _ format: RunFormat, to line: inout ShiftedText) {
    let isHidden = format.isHidden(on: background)
    for child in element.children {
      if let own = child.ownText {
        if !isHidden {
          line.add(own, format.shift ?? .onLine)
        } else if MarkdownWriter.oneLine(own) != nil {
          hasHiddenText = true
        }
        continue
      }
      switch child.name {
      case "s": line.add(String(repeating: " ", count: min(max(child.attribute("c").flatMap(Int.init) ?? 1, 1), 100)))
      case "tab": line.add("\t")
      case "line-break": line.add("\n")
      case "span": addText(of: child, styles.format(of: child, in: "text").over(format), to: &line)
      case "frame":
        // A formula stands in the line, other frames do not.
        if let object = child.elements.first(where: { $0.name == "object" }),
          case .formula(let formula) = objects.content(of: object)
        {
          line.add(formula)
        }
      case "hidden-text" where child.attribute("is-hidden") == "true": hasHiddenText = true
      case "note", "annotation", "change", "change-start", "change-end", "ruby-text": continue
      default: if !Self.shapes.contains(child.name) { addText(of: child, format, to: &line) }
      }
    }
  }
}
