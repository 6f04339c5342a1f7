/// Formulas as a line of text: `3/4`, `x^2`, `√(x)`, `sum_(i=1)^n`.
enum FormulaText {
  static func fraction(_ above: String, _ below: String) -> String {
    above.isEmpty || below.isEmpty ? above + below : grouped(above) + "/" + grouped(below)
  }

  /// Returns what has an index, a power, or limits below and above.
  static func scripted(_ base: String, below: String = "", above: String = "") -> String {
    let base = names[base] ?? (base.count < 2 ? base : grouped(base))
    return base + (below.isEmpty ? "" : "_" + grouped(below)) + (above.isEmpty ? "" : "^" + grouped(above))
  }

  static func root(of inner: String, degree: String = "") -> String {
    let root = "√(\(inner))"
    guard !degree.isEmpty, degree != "2" else { return root }
    let small = degree.compactMap { raised[$0] }
    return small.count == degree.count ? String(small) + root : "\(grouped(inner))^(1/\(grouped(degree)))"
  }

  static func matrix(_ rows: [[String]]) -> String {
    "[" + rows.map { $0.joined(separator: ", ") }.joined(separator: "; ") + "]"
  }

  /// Joins the pieces of a formula, with a space between two that would run together, as in `sum_(i=1)^n i`.
  static func join(_ pieces: [String]) -> String {
    var (line, previous) = ("", "")
    for piece in pieces where !piece.isEmpty {
      if let last = line.last, let first = piece.first, last.isLetter || last.isNumber,
        first.isLetter || first.isNumber,
        previous.contains(where: { "^_/".contains($0) }) || piece.contains("/") || last.isNumber && first.isNumber
      {
        line += " "
      }
      line += piece
      previous = piece
    }
    return line
  }

  /// Returns a part in parentheses, unless it is one number, name or group.
  static func grouped(_ part: String) -> String { isOne(part) ? part : "(\(part))" }

  private static func isOne(_ part: String) -> Bool {
    let inner = part.first.map { "-−".contains($0) } == true ? part.dropFirst() : part[...]
    let digits = inner.drop { $0.isLetter }
    if digits.allSatisfy({ $0.isNumber || ".'′∞".contains($0) }) { return true }
    guard part.hasPrefix("("), part.hasSuffix(")") else { return false }
    // In `(a)(b)`, the first parenthesis ends early.
    var depth = 0
    for (index, character) in zip(part.indices, part) {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0 { return part.index(after: index) == part.endIndex }
    }
    return false
  }

  private static let names = ["∑": "sum", "∏": "prod"]
  private static let raised: [Character: Character] = [
    "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹", "n": "ⁿ",
  ]
}
