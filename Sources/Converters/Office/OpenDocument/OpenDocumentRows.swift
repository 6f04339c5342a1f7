/// The rows of a table or sheet of LibreOffice, as far as they are read.
struct OpenDocumentRows {
  /// The columns that LibreOffice has.
  static let mostColumns = 16_384

  var rows: [(number: Int, cells: [String])] = []
  /// How many rows there are, with empty ones.
  var count = 0
  /// What spans rows, and how many of them are left, by its column.
  var above: [Int: (left: Int, text: String)] = [:]
  private var hidden: [Range<Int>] = []
  private var columns = 0

  mutating func add(column: MarkupNode) {
    guard columns < Self.mostColumns else { return }
    let count = min(max(1, column.attribute("number-columns-repeated").flatMap(Int.init) ?? 1), Self.mostColumns)
    if Self.isHidden(column) { hidden.append(columns..<columns + count) }
    columns += count
  }

  func isHidden(_ column: Int) -> Bool { hidden.contains { $0.contains(column) } }

  /// Whether a row or column is not shown.
  static func isHidden(_ part: MarkupNode) -> Bool {
    ["collapse", "filter"].contains(part.attribute("visibility"))
  }
}
