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

  init(_ styles: MarkupNode?) {
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
      depths[id] = style.first("numPr")?.first("ilvl")?.attribute("val").flatMap(Int.init)
    }
    levels = Self.inherited(own, parents).filter { $0.value > 0 }
    numbers = Self.inherited(numbers, parents)
    depths = Self.inherited(depths, parents)
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
