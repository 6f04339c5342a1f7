/// A drawing that stands in a part of its own: a diagram or a chart.
struct OfficeDrawing {
  enum Kind: String { case diagram, chart }

  let kind: Kind
  /// The id of the relation to the part with its text.
  let id: String

  /// Reads what an element refers to; `nil` if it is another one.
  init?(_ element: MarkupNode) {
    switch element.name {
    case "relIds":
      guard let id = element.attribute("dm") else { return nil }
      self.init(.diagram, id)
    case "chart":
      guard let id = element.attribute("id") else { return nil }
      self.init(.chart, id)
    default: return nil
    }
  }

  private init(_ kind: Kind, _ id: String) { (self.kind, self.id) = (kind, id) }

  /// Writes the text of the part with this name. Returns whether it can be read.
  func write(_ name: String, of archive: ZipArchive, to writer: inout MarkdownWriter) -> Bool {
    switch kind {
    case .diagram: DiagramText.write(name, of: archive, to: &writer)
    case .chart: ChartText.write(name, of: archive, to: &writer)
    }
  }

  /// Says how many cannot be read.
  static func remarks(onLost lost: [Kind: Int]) -> [String] {
    lost.sorted { $0.key.rawValue < $1.key.rawValue }.map { kind, count in
      "\(count) \(kind.rawValue)\(count == 1 ? "" : "s") cannot be read"
    }
  }
}
