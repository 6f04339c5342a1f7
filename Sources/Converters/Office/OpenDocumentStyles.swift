/// What the styles of a LibreOffice document say that its text does not.
struct OpenDocumentStyles {
  /// The levels of lists, from 1, that have numbers.
  private(set) var numbered: Set<String> = []
  /// The styles of sheets and slides that are not shown.
  private(set) var hidden: Set<String> = []
  /// The styles of a text's title.
  private var titles: Set = ["Title"]

  init(_ content: MarkupNode) {
    guard let styles = content.first("automatic-styles") else { return }
    for list in styles.all("list-style") {
      let name = list.attribute("name") ?? ""
      for level in list.elements where level.name == "list-level-style-number" && level.attribute("num-format") != "" {
        numbered.insert("\(name) \(level.attribute("level") ?? "1")")
      }
    }
    for style in styles.all("style") {
      guard let name = style.attribute("name") else { continue }
      if style.attribute("parent-style-name") == "Title" { titles.insert(name) }
      if style.first("table-properties")?.attribute("display") == "false"
        || style.first("drawing-page-properties")?.attribute("visibility") == "hidden"
      {
        hidden.insert(name)
      }
    }
  }

  func isHidden(_ element: MarkupNode) -> Bool { element.attribute("style-name").map(hidden.contains) ?? false }

  func isTitle(_ paragraph: MarkupNode) -> Bool { paragraph.attribute("style-name").map(titles.contains) ?? false }
}
