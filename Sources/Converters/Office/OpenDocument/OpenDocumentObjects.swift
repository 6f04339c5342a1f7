/// The objects in a LibreOffice document that have a folder of their own: formulas and charts.
final class OpenDocumentObjects {
  enum Content {
    case formula(String)
    case chart(title: String?, tables: [[[String]]])
  }

  private let archive: ZipArchive
  /// What was read, by the folders' names. Each is read once.
  private var contents: [String: Content?] = [:]

  init(_ archive: ZipArchive) { self.archive = archive }

  /// Returns what an object shows; `nil` if that is neither, or cannot be read.
  func content(of object: MarkupNode) -> Content? {
    if let math = object.elements.first(where: { $0.name == "math" }) { return .formula(MathMLFormula.text(of: math)) }
    guard let reference = object.attribute("href") else { return nil }
    let folder = ZipArchive.resolve(reference, from: "")
    if let known = contents[folder] { return known }
    contents[folder] = .some(nil)
    guard let document = try? archive.xml(folder + "/content.xml") else { return nil }
    let content = withExtendedLifetime(document) { Self.content(document.root) }
    contents[folder] = .some(content)
    return content
  }

  func isChart(_ object: MarkupNode) -> Bool {
    if case .chart = content(of: object) { true } else { false }
  }

  private static func content(_ root: MarkupNode) -> Content? {
    if root.name == "math" { return .formula(MathMLFormula.text(of: root)) }
    guard let chart = root.first("chart") else { return nil }
    let chartItself = chart.elements.contains { $0.name == "plot-area" } ? chart : chart.first("chart") ?? chart
    let title = chartItself.elements.first { $0.name == "title" }.flatMap { MarkdownWriter.oneLine($0.text) }
    // Columns may be repeated there too, but no chart has many.
    let tables = chartItself.elements.filter { $0.name == "table" }.map { table in
      table.all("table-row").map { row in row.all("table-cell").map { MarkdownWriter.oneLine($0.text) ?? "" } }
    }
    return .chart(title: title, tables: tables)
  }
}
