/// Formulas of Office programs (ECMA-376, 22.1).
enum OfficeFormula {
  /// Returns a formula, or the part of one, as a line of text.
  static func text(of element: MarkupNode) -> String {
    switch element.name {
    case "t": return element.text
    case "f":
      let parts = (part(element, "num"), part(element, "den"))
      let isBinomial = property(element, "fPr", "type") == "noBar"
      return isBinomial ? "(\(parts.0) choose \(parts.1))" : FormulaText.fraction(parts.0, parts.1)
    case "sSup", "sSub", "sSubSup":
      return FormulaText.scripted(part(element, "e"), below: part(element, "sub"), above: part(element, "sup"))
    case "sPre":
      return FormulaText.scripted("", below: part(element, "sub"), above: part(element, "sup")) + part(element, "e")
    case "limLow": return FormulaText.scripted(part(element, "e"), below: part(element, "lim"))
    case "limUpp": return FormulaText.scripted(part(element, "e"), above: part(element, "lim"))
    case "nary":
      let sign = property(element, "naryPr", "chr") ?? "∫"
      let limits = FormulaText.scripted(sign, below: part(element, "sub"), above: part(element, "sup"))
      return limits + " " + part(element, "e")
    case "rad": return FormulaText.root(of: part(element, "e"), degree: part(element, "deg"))
    case "func": return part(element, "fName") + " " + part(element, "e")
    case "d": return delimited(element)
    case "m": return FormulaText.matrix(element.elements.filter { $0.name == "mr" }.map { $0.elements.map(text) })
    case "eqArr":
      return element.elements.filter { $0.name == "e" }.map(text).filter { !$0.isEmpty }.joined(separator: "; ")
    case "acc": return part(element, "e") + (property(element, "accPr", "chr") ?? "\u{302}")
    case "rPr", "del", "moveFrom": return ""
    case let name where name.hasSuffix("Pr"): return ""
    default: return FormulaText.join(element.elements.map(text))
    }
  }

  private static func delimited(_ element: MarkupNode) -> String {
    let inner = element.elements.filter { $0.name == "e" }.map(text)
      .joined(separator: property(element, "dPr", "sepChr") ?? "|")
    let (open, close) = (property(element, "dPr", "begChr") ?? "(", property(element, "dPr", "endChr") ?? ")")
    let isGrouped = open == "(" && close == ")" && inner.hasPrefix("(") && FormulaText.grouped(inner) == inner
    return isGrouped ? inner : open + inner + close
  }

  private static func part(_ element: MarkupNode, _ name: String) -> String {
    element.elements.first { $0.name == name }.map(text) ?? ""
  }

  private static func property(_ element: MarkupNode, _ group: String, _ name: String) -> String? {
    element.elements.first { $0.name == group }?.elements.first { $0.name == name }?.attribute("val")
  }
}
