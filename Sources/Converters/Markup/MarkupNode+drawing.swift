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

  /// The text of a paragraph. A formula is read from left to right, as its pieces stand.
  var drawnText: String {
    elements.map { $0.name == "br" ? " " : $0.all("t").map(\.text).joined() }.joined()
  }
}
