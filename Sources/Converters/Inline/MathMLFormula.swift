/// Formulas of web pages, books and LibreOffice (MathML 3).
enum MathMLFormula {
  /// Returns a formula, or the part of one, as a line of text.
  static func text(of element: MarkupNode) -> String {
    let parts = element.elements.filter { !["annotation", "annotation-xml"].contains($0.name) }
    func part(_ index: Int) -> String { parts.indices.contains(index) ? text(of: parts[index]) : "" }
    switch element.name {
    case "mi", "mn", "mo", "mtext", "ms": return MarkdownWriter.oneLine(element.text).map(spaced) ?? ""
    case "mfrac":
      let isBinomial = element.attribute("linethickness").map { $0.hasPrefix("0") } ?? false
      return isBinomial ? "(\(part(0)) choose \(part(1)))" : FormulaText.fraction(part(0), part(1))
    case "msup", "mover":
      let above = part(1)
      // What is drawn over a letter is no power of it.
      let isAccent = element.name == "mover" && parts.last?.name == "mo"
      return isAccent ? part(0) + above : FormulaText.scripted(part(0), above: above)
    case "msub", "munder": return FormulaText.scripted(part(0), below: part(1))
    case "msubsup", "munderover": return FormulaText.scripted(part(0), below: part(1), above: part(2))
    case "msqrt": return FormulaText.root(of: FormulaText.join(parts.map(text)))
    case "mroot": return FormulaText.root(of: part(0), degree: part(1))
    case "mfenced":
      let (open, close) = (element.attribute("open") ?? "(", element.attribute("close") ?? ")")
      return open + parts.map(text).joined(separator: ", ") + close
    case "mtable": return FormulaText.matrix(parts.map { $0.elements.map(text) })
    case "mspace": return " "
    case "mphantom", "none", "mprescripts": return ""
    default: return FormulaText.join(parts.map(text))
    }
  }

  /// Relations and sums have spaces around them for the eye alone.
  private static func spaced(_ token: String) -> String { token == "\u{2061}" || token == "\u{2062}" ? "" : token }
}
