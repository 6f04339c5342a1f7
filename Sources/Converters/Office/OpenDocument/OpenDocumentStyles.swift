/// What the styles of a LibreOffice document say that its text does not.
struct OpenDocumentStyles {
  /// The levels of lists, from 1, that have numbers.
  private(set) var numbered: Set<String> = []
  /// The styles of sheets and slides that are not shown.
  private var hidden: Set<String> = []
  /// The style that each is derived from, by their families and names.
  private var parents: [String: String] = [:]
  /// The levels of styles of headings; 0 for what is none, although it is derived from one.
  private var levels: [String: Int] = [:]
  private var formats: [String: RunFormat] = [:]
  /// The colours of paragraphs and cells.
  private var backgrounds: [String: RunFormat.Colour] = [:]
  /// The colour of the page; `nil` if it is not known.
  private(set) var page: RunFormat.Colour?

  /// - Parameters:
  ///   - own: The styles of the file's own, in `content.xml`.
  ///   - shared: The root of `styles.xml`, whose styles those of the content are derived from.
  init(_ own: MarkupNode?, _ shared: MarkupNode?) {
    // A style of the text's own hides a shared one of its name.
    for styles in [shared?.first("styles"), own].compactMap(\.self) {
      for list in styles.all("list-style") {
        let name = list.attribute("name") ?? ""
        for level in list.elements where level.name == "list-level-style-number" && level.attribute("num-format") != ""
        {
          numbered.insert("\(name) \(level.attribute("level") ?? "1")")
        }
      }
      for style in styles.all("style") { add(style) }
    }
    // Sheets and slides are hidden by styles of the file's own.
    for style in own?.all("style") ?? [] {
      guard let name = style.attribute("name") else { continue }
      if style.first("table-properties")?.attribute("display") == "false"
        || style.first("drawing-page-properties")?.attribute("visibility") == "hidden"
      {
        hidden.insert(name)
      }
    }
    let pages = shared?.all("page-layout-properties") ?? []
    let colours = Set(pages.map { $0.attribute("background-color").flatMap { RunFormat.Colour($0) } ?? .white })
    page = colours.count > 1 ? nil : colours.first ?? .white
  }

  private mutating func add(_ style: MarkupNode) {
    guard let name = style.attribute("name") else { return }
    let family = style.attribute("family") ?? "paragraph"
    let key = Self.key(family, name)
    parents[key] = style.attribute("parent-style-name").map { Self.key(family, $0) }
    levels[key] = family == "paragraph" ? style.attribute("default-outline-level").map { Int($0) ?? 0 } : nil
    for properties in style.elements {
      switch properties.name {
      case "text-properties": formats[key] = RunFormat(openDocument: properties)
      case "paragraph-properties", "table-cell-properties":
        backgrounds[key] = properties.attribute("background-color").flatMap { RunFormat.Colour($0) }
      default: continue
      }
    }
  }

  private static func key(_ family: String, _ name: String) -> String { family + " " + name }

  func isHidden(_ element: MarkupNode) -> Bool { element.attribute("style-name").map(hidden.contains) ?? false }

  /// Returns the level of a paragraph that has the style of a title or a heading, or one derived from it.
  func level(of paragraph: MarkupNode) -> Int? {
    for key in ancestors(of: paragraph, in: "paragraph") {
      let style = String(key.dropFirst("paragraph ".count))
      if style == "Title" { return 1 }
      if let level = levels[key] ?? Self.level(named: style) { return level > 0 ? level : nil }
    }
    return nil
  }

  /// Returns how the text of an element looks, as far as its style and those above that say.
  func format(of element: MarkupNode, in family: String) -> RunFormat {
    ancestors(of: element, in: family).reduce(RunFormat()) { $0.over(formats[$1] ?? RunFormat()) }
  }

  /// Returns the colour that an element has behind its text; `nil` if its styles name none.
  func background(of element: MarkupNode, in family: String) -> RunFormat.Colour? {
    ancestors(of: element, in: family).lazy.compactMap { backgrounds[$0] }.first
  }

  /// Returns the style of an element, and those that it is derived from.
  private func ancestors(of element: MarkupNode, in family: String) -> [String] {
    var found: [String] = []
    var next = element.attribute("style-name").map { Self.key(family, $0) }
    while let key = next, found.count < Self.mostAncestors {
      found.append(key)
      next = parents[key]
    }
    return found
  }

  /// Styles may be derived from each other in a circle.
  private static let mostAncestors = 16

  /// Returns the level in a name such as `Heading_20_2`, which the file need not define.
  private static func level(named name: String) -> Int? {
    let prefix = "Heading_20_"
    return name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
  }
}
