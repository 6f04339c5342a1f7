/// The title and the numbers of a chart (ECMA-376, 21.2, and its later kinds), which its part keeps in copies of the
/// cells.
struct ChartText {
  private var title: String?
  private var tables: [[[String]]] = []

  /// Writes a chart as its title and tables, with a column for each series.
  ///
  /// - Parameter name: The part with the chart, such as `ppt/charts/chart1.xml`.
  /// - Returns: Whether it can be read.
  static func write(_ name: String, of archive: ZipArchive, to writer: inout MarkdownWriter) -> Bool {
    guard let part = try? archive.xml(name) else { return false }
    let chart = withExtendedLifetime(part) { ChartText(part.root) }
    if let title = chart.title { writer.paragraph(title) }
    for table in chart.tables { writer.table(table) }
    return true
  }

  private init(_ root: MarkupNode) {
    let chart = root.elements.first { $0.name == "chart" } ?? root
    title = chart.elements.first { $0.name == "title" }.flatMap(Self.words)
    let area = chart.first("plotArea")
    let axis = area?.elements.first { ["catAx", "dateAx"].contains($0.name) }
    let corner = axis?.elements.first { $0.name == "title" }.flatMap(Self.words) ?? ""
    var shared: (categories: [Int: String], series: [(name: String, values: [Int: String])])?
    func endTable() {
      if let shared { tables.append(Self.table(shared.categories, shared.series, corner)) }
      shared = nil
    }
    for series in area?.all("ser") ?? [] {
      let categories = Self.points(series, "cat", "xVal")
      let found = (name: Self.name(of: series), values: Self.points(series, "val", "yVal"))
      if shared?.categories != categories, !(categories.isEmpty && shared != nil) { endTable() }
      shared = (shared?.categories ?? categories, (shared?.series ?? []) + [found])
    }
    endTable()
    addLater(root)
  }

  /// Adds the series of a chart of a later kind, such as a waterfall.
  private mutating func addLater(_ root: MarkupNode) {
    let names = Dictionary(
      root.all("series").compactMap { series in
        series.first("dataId")?.attribute("val").map { ($0, series.first("tx").flatMap(Self.words) ?? "") }
      }, uniquingKeysWith: { first, _ in first })
    for data in root.first("chartData")?.all("data") ?? [] {
      func points(_ name: String) -> [Int: String] {
        data.elements.first { $0.name == name }?.first("lvl").map { Self.numbered($0.all("pt"), { $0.text }) } ?? [:]
      }
      let name = data.attribute("id").flatMap { names[$0] } ?? ""
      tables.append(Self.table(points("strDim"), [(name, points("numDim"))], ""))
    }
  }

  private static func table(
    _ categories: [Int: String], _ series: [(name: String, values: [Int: String])], _ corner: String
  ) -> [[String]] {
    let indices = series.reduce(into: Set(categories.keys)) { $0.formUnion($1.values.keys) }.sorted()
    return [[corner] + series.map(\.name)]
      + indices.map { index in [categories[index] ?? ""] + series.map { $0.values[index] ?? "" } }
  }

  private static func name(of series: MarkupNode) -> String {
    series.elements.first { $0.name == "tx" }.flatMap(words) ?? ""
  }

  /// Returns the words of a title, or of a name, whether they are its own or those of a cell.
  private static func words(_ element: MarkupNode) -> String? {
    let pieces = element.all("p").map(\.drawnText) + element.all("v").map(\.text)
    return MarkdownWriter.oneLine(pieces.joined(separator: " "))
  }

  /// Returns the points of a series by their numbers. Of categories with levels, the innermost comes last.
  private static func points(_ series: MarkupNode, _ names: String...) -> [Int: String] {
    guard let source = series.elements.first(where: { names.contains($0.name) }) else { return [:] }
    let code = source.first("formatCode")?.text
    let levels = source.all("lvl").map { numbered($0.all("pt"), value) }
    guard let inner = levels.first else {
      return numbered(source.all("pt")) { point in
        guard source.first("numCache", "numLit") != nil, let number = Double(value(point)), number.isFinite else {
          return value(point)
        }
        return SheetFormats.text(of: number, code: point.attribute("formatCode") ?? code ?? "General")
      }
    }
    var outer = levels.dropFirst().map { (current: "", points: $0) }
    return Dictionary(
      uniqueKeysWithValues: inner.sorted { $0.key < $1.key }.map { index, text in
        for level in outer.indices { outer[level].current = outer[level].points[index] ?? outer[level].current }
        return (index, (outer.reversed().map(\.current) + [text]).filter { !$0.isEmpty }.joined(separator: " "))
      })
  }

  private static func value(_ point: MarkupNode) -> String { point.first("v")?.text ?? "" }

  private static func numbered(_ points: [MarkupNode], _ text: (MarkupNode) -> String) -> [Int: String] {
    Dictionary(
      points.compactMap { point in point.attribute("idx").flatMap(Int.init).map { ($0, text(point)) } },
      uniquingKeysWith: { first, _ in first })
  }
}
