/// What a document's styles make of its paragraphs.
struct WordStyles {
  /// The levels of headings by the styles' ids.
  private(set) var levels: [String: Int] = [:]
  /// The styles of a table of contents.
  private(set) var contents: Set<String> = []
  /// The lists that styles put paragraphs in.
  private(set) var numbers: [String: String] = [:]
  /// The levels of lists that they put them at.
  private(set) var depths: [String: Int] = [:]
  private var formats: [String: RunFormat] = [:]
  /// The styles of paragraphs and tables that colour what text stands on.
  private var coloured: Set<String> = []
  private var usual: String?
  /// The colour of the page; `nil` if it is not known.
  let page: RunFormat.Colour?

  /// - Parameters:
  ///   - styles: The root of the part with the styles.
  ///   - document: The root of the document.
  init(_ styles: MarkupNode?, of document: MarkupNode) {
    let background = document.elements.first { $0.name == "background" }
    page = background == nil ? .white : background?.attribute("color").flatMap { RunFormat.Colour($0) }
    /// The style that each is derived from.
    var parents: [String: String] = [:]
    /// The levels that styles have themselves; 0 for what is no heading, although it may be derived from one.
    var own: [String: Int] = [:]
    for style in styles?.all("style") ?? [] {
      guard let id = style.attribute("styleId") else { continue }
      let name = style.first("name")?.attribute("val") ?? ""
      let lowercased = name.lowercased()
      let outline = style.first("outlineLvl")?.attribute("val").flatMap(Int.init)
      parents[id] = style.first("basedOn")?.attribute("val")
      if let outline, (0..<9).contains(outline) {
        own[id] = outline + 1
      } else if lowercased.hasPrefix("heading "), let level = Int(name.dropFirst(8)) {
        own[id] = level
      } else if lowercased == "title" {
        own[id] = 1
      } else if lowercased.hasPrefix("toc ") || lowercased == "table of figures" {
        contents.insert(id)
        own[id] = 0
      } else if outline != nil || Self.isOfContents(name) {
        own[id] = 0
      }
      let isHeading = own[id, default: 0] > 0
      // What is derived from a heading with a number is no item.
      numbers[id] = isHeading ? "0" : style.first("numId")?.attribute("val")
      if style.attribute("type") == "paragraph", ["1", "true"].contains(style.attribute("default")) { usual = id }
      if let properties = style.elements.first(where: { $0.name == "rPr" }) {
        formats[id] = RunFormat(word: properties)
      }
      if style.all("shd").contains(where: { $0.attribute("fill").flatMap { RunFormat.Colour($0) } != nil }) {
        coloured.insert(id)
      }
      depths[id] = style.first("numPr")?.first("ilvl")?.attribute("val").flatMap(Int.init)
    }
    levels = Self.inherited(own, parents).filter { $0.value > 0 }
    numbers = Self.inherited(numbers, parents)
    depths = Self.inherited(depths, parents)
    inheritFormats(parents)
  }

  private mutating func inheritFormats(_ parents: [String: String]) {
    let own = formats
    let colouring = coloured
    for style in parents.keys {
      var format = own[style] ?? RunFormat()
      var ancestor = parents[style]
      for _ in 0..<Self.mostAncestors {
        guard let current = ancestor else { break }
        if let inherited = own[current] { format = format.over(inherited) }
        if colouring.contains(current) { coloured.insert(style) }
        ancestor = parents[current]
      }
      formats[style] = format
    }
  }

  // MARK: What is seen

  /// Returns how the text of a paragraph looks that has this style, or none.
  func format(ofParagraph style: String?) -> RunFormat { (style ?? usual).flatMap { formats[$0] } ?? RunFormat() }

  /// Returns how a run's text looks.
  ///
  /// - Parameters:
  ///   - properties: The run's own.
  ///   - paragraph: How the text of the paragraph looks.
  func format(ofRun properties: MarkupNode, in paragraph: RunFormat) -> RunFormat {
    let named = properties.elements.first { $0.name == "rStyle" }?.attribute("val").flatMap { formats[$0] }
    return RunFormat(word: properties).over(named?.over(paragraph) ?? paragraph)
  }

  /// Returns the colour that a paragraph's text stands on.
  func background(
    ofParagraph properties: MarkupNode?, style: String?, on outer: RunFormat.Colour?
  ) -> RunFormat.Colour? {
    if let own = Self.shading(properties) { return own }
    return style.map(coloured.contains) == true ? nil : outer
  }

  /// Returns the colour of a table's cell.
  func background(
    ofCell cell: MarkupNode, in table: MarkupNode, on outer: RunFormat.Colour?
  ) -> RunFormat.Colour? {
    if let own = Self.shading(cell.elements.first { $0.name == "tcPr" }) { return own }
    // They stand before the rows, of which there may be many.
    guard let properties = table.elements.prefix(while: { $0.name != "tr" }).first(where: { $0.name == "tblPr" }) else {
      return outer
    }
    if let own = Self.shading(properties) { return own }
    let style = properties.elements.first { $0.name == "tblStyle" }?.attribute("val")
    return style.map(coloured.contains) == true ? nil : outer
  }

  private static func shading(_ properties: MarkupNode?) -> RunFormat.Colour? {
    properties?.elements.first { $0.name == "shd" }?.attribute("fill").flatMap { RunFormat.Colour($0) }
  }

  /// Whether a name such as `MyTOC2` says that a style is for a table of contents, whatever it is derived from.
  private static func isOfContents(_ name: String) -> Bool {
    name.split { !$0.isLetter }.contains { $0.hasPrefix("TOC") || $0.hasSuffix("TOC") }
  }

  /// Styles may be derived from each other in a circle.
  private static let mostAncestors = 16

  /// Returns the values of styles, and of those that are derived from them.
  private static func inherited<Value>(_ own: [String: Value], _ parents: [String: String]) -> [String: Value] {
    var values = own
    for style in parents.keys where own[style] == nil {
      var ancestor = parents[style]
      for _ in 0..<mostAncestors {
        guard let current = ancestor else { break }
        if let value = own[current] {
          values[style] = value
          break
        }
        ancestor = parents[current]
      }
    }
    return values
  }
}
