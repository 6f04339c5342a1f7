/// What the styles of a LibreOffice document say that its text does not.
struct OpenDocumentStyles {
  /// The levels of lists, from 1, that have numbers.
  private(set) var numbered: Set<String> = []
  /// The styles of sheets and slides that are not shown.
  private var hidden: Set<String> = []
  /// The style that each is derived from.
  private var parents: [String: String] = [:]
  /// The levels of styles of headings; 0 for what is none, although it is derived from one.
  private var levels: [String: Int] = [:]

  /// - Parameters:
  ///   - content: The root of `content.xml`.
  ///   - shared: The root of `styles.xml`, whose styles those of the content are derived from.
  init(_ content: MarkupNode, _ shared: MarkupNode?) {
    // A style of the text's own hides a shared one of its name.
    for styles in [shared?.first("styles"), content.first("automatic-styles")].compactMap(\.self) {
      for list in styles.all("list-style") {
        let name = list.attribute("name") ?? ""
        for level in list.elements where level.name == "list-level-style-number" && level.attribute("num-format") != ""
        {
          numbered.insert("\(name) \(level.attribute("level") ?? "1")")
        }
      }
      for style in styles.all("style") {
        guard let name = style.attribute("name") else { continue }
        if ["paragraph", nil].contains(style.attribute("family")) {
          parents[name] = style.attribute("parent-style-name")
          levels[name] = style.attribute("default-outline-level").map { Int($0) ?? 0 }
        }
      }
    }
    // Sheets and slides are hidden by styles of the file's own.
    for style in content.first("automatic-styles")?.all("style") ?? [] {
      guard let name = style.attribute("name") else { continue }
      if style.first("table-properties")?.attribute("display") == "false"
        || style.first("drawing-page-properties")?.attribute("visibility") == "hidden"
      {
        hidden.insert(name)
      }
    }
  }

  func isHidden(_ element: MarkupNode) -> Bool { element.attribute("style-name").map(hidden.contains) ?? false }

  /// Returns the level of a paragraph that has the style of a title or a heading, or one derived from it.
  func level(of paragraph: MarkupNode) -> Int? {
    var name = paragraph.attribute("style-name")
    for _ in 0..<Self.mostAncestors {
      guard let style = name else { return nil }
      if style == "Title" { return 1 }
      if let level = levels[style] ?? Self.level(named: style) { return level > 0 ? level : nil }
      name = parents[style]
    }
    return nil
  }

  /// Styles may be derived from each other in a circle.
  private static let mostAncestors = 16

  /// Returns the level in a name such as `Heading_20_2`, which the file need not define.
  private static func level(named name: String) -> Int? {
    let prefix = "Heading_20_"
    return name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
  }
}
