/// What shapes of Office programs say (ECMA-376, DrawingML).
extension MarkupNode {
  /// Removes all alternatives (ECMA-376, Part 3, 7.5) but the first of each that shows something. What older programs
  /// show instead comes last: the same words, or of a chart a sentence that it cannot be shown.
  ///
  /// - Returns: Whether the element shows something.
  @discardableResult func keepShownAlternatives() -> Bool {
    guard name == "AlternateContent" else {
      var shows = name == "graphicData"
      for element in elements where element.keepShownAlternatives() { shows = true }
      return shows || name == "t" && MarkdownWriter.oneLine(text) != nil
    }
    var isFound = false
    for alternative in Array(elements) {
      if !isFound, alternative.keepShownAlternatives() { isFound = true } else { alternative.remove() }
    }
    return isFound
  }

  /// The text of a paragraph, without what nobody sees.
  var drawnText: String {
    var line = ShiftedText()
    addDrawn(to: &line)
    return line.text
  }

  private func addDrawn(to line: inout ShiftedText) {
    let properties = elements.first { $0.name == "rPr" }
    guard properties?.isOfUnseenText != true else { return }
    let baseline = properties?.attribute("baseline").flatMap { Int($0.prefix { $0 != "%" }) } ?? 0
    for child in elements {
      switch child.name {
      case "br": line.add(" ")
      case "t": line.add(child.text, baseline > 0 ? .raised : baseline < 0 ? .lowered : .onLine)
      case "oMath": line.add(OfficeFormula.text(of: child))
      case "pPr", "rPr", "endParaRPr": continue
      default: child.addDrawn(to: &line)
      }
    }
  }

  /// Whether properties of a run make it tiny or transparent. White text is none of these: slides may be dark.
  private var isOfUnseenText: Bool {
    if let size = attribute("sz").flatMap(Int.init), size <= Self.tiniest { return true }
    let fill = elements.first { ["solidFill", "noFill"].contains($0.name) }
    let alpha = fill?.first("alpha")?.attribute("val")
    return fill?.name == "noFill" || alpha == "0" || alpha == "0%"
  }

  /// The largest size, in hundredths of a point, that nobody can read.
  private static let tiniest = 200

  /// Whether a shape, or a group of shapes, is hidden.
  var isHiddenShape: Bool {
    guard let properties = elements.first(where: { $0.name.hasPrefix("nv") && $0.name.hasSuffix("Pr") }) else {
      return false
    }
    return ["1", "true"].contains(properties.elements.first { $0.name == "cNvPr" }?.attribute("hidden"))
  }
}
