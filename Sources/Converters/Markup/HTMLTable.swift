/// The cells of a table in a web page.
struct HTMLTable {
  private let rows: [[MarkupNode]]
  /// Whether the table only arranges what is in it.
  let isLayout: Bool

  /// The longest cell of a table that is read by rows, in bytes.
  private static let longestCell = 1500
  /// The most rows or columns that one cell is repeated for.
  private static let mostSpanned = 100

  init(_ table: MarkupNode, isSkipped: (MarkupNode) -> Bool) {
    let groups: Set<String> = ["tbody", "thead", "tfoot"]
    let found = table.elements.flatMap { groups.contains($0.name) ? Array($0.elements) : [$0] }
    rows = found.filter { $0.name == "tr" && !isSkipped($0) }.map { row in
      row.elements.filter { ["td", "th"].contains($0.name) && !isSkipped($0) }
    }
    isLayout =
      table.attribute("role") == "presentation" || rows.count < 2 || rows.allSatisfy { $0.count < 2 }
      || rows.joined().contains { cell in
        cell.first("table", "h1", "h2", "h3", "pre", "article") != nil
          || HTMLWalk.textCount(in: cell, byClass: false, inMain: true) > Self.longestCell
      }
  }

  var cells: [MarkupNode] { Array(rows.joined()) }

  /// Returns the texts. What spans rows stands in each of them, what spans columns in the first.
  func texts(_ text: (MarkupNode) -> String) -> [[String]] {
    var above: [Int: (left: Int, text: String)] = [:]
    return rows.map { row in
      var line: [String] = []
      func addSpanned() {
        while let spanned = above[line.count] {
          above[line.count] = spanned.left > 1 ? (spanned.left - 1, spanned.text) : nil
          line.append(spanned.text)
        }
      }
      for cell in row {
        addSpanned()
        let words = text(cell)
        let (columns, rows) = (Self.span(cell, "colspan"), Self.span(cell, "rowspan"))
        for column in 0..<columns {
          if rows > 1 { above[line.count] = (rows - 1, column == 0 ? words : "") }
          line.append(column == 0 ? words : "")
        }
      }
      addSpanned()
      return line
    }
  }

  private static func span(_ cell: MarkupNode, _ name: String) -> Int {
    min(max(cell.attribute(name).flatMap(Int.init) ?? 1, 1), mostSpanned)
  }
}
