/// What a document's styles make of its paragraphs.
struct WordStyles {
  /// The levels of headings by the styles' ids.
  private(set) var levels: [String: Int] = [:]
  /// The styles of a table of contents.
  private(set) var contents: Set<String> = []
  /// The lists that styles put paragraphs in.
  private(set) var numbers: [String: String] = [:]

  init(_ styles: MarkupNode?) {
    for style in styles?.all("style") ?? [] {
      guard let id = style.attribute("styleId") else { continue }
      let name = style.first("name")?.attribute("val")?.lowercased() ?? ""
      if let outline = style.first("outlineLvl")?.attribute("val").flatMap(Int.init), (0..<9).contains(outline) {
        levels[id] = outline + 1
      } else if name.hasPrefix("heading "), let level = Int(name.dropFirst(8)) {
        levels[id] = level
      } else if name == "title" {
        levels[id] = 1
      } else if name.hasPrefix("toc ") || name == "table of figures" {
        contents.insert(id)
      }
      numbers[id] = style.first("numId")?.attribute("val")
    }
  }
}
