/// The text of diagrams, which Office calls SmartArt (ECMA-376, 21.4).
enum DiagramText {
  /// Writes the texts of a diagram as a list, the children of each below it.
  ///
  /// - Parameter name: The part with its data, such as `word/diagrams/data1.xml`.
  /// - Returns: Whether it can be read.
  static func write(_ name: String, of archive: ZipArchive, to writer: inout MarkdownWriter) -> Bool {
    guard let data = try? archive.xml(name) else { return false }
    writer.endBlock()
    withExtendedLifetime(data) {
      for item in items(of: data.root) { writer.item(item.text, depth: item.depth) }
    }
    writer.endBlock()
    return true
  }

  private static func items(of data: MarkupNode) -> [(text: String, depth: Int)] {
    data.keepShownAlternatives()
    // Points of the presentation say only how the others are drawn.
    let points = data.first("ptLst")?.all("pt").filter { $0.attribute("type") != "pres" } ?? []
    let texts = points.map { point in
      point.elements.first { $0.name == "t" }.flatMap {
        MarkdownWriter.oneLine($0.all("p").map(\.drawnText).joined(separator: " "))
      }
    }
    let children = children(of: points, in: data)
    let inner = Set(children.values.joined().map(\.point))
    var items: [(text: String, depth: Int)] = []
    var seen: Set<Int> = []
    // Points in a circle have no first one: they come last.
    for start in points.indices.filter({ !inner.contains($0) }) + Array(points.indices) {
      var open = [(point: start, depth: 0)]
      while let (point, depth) = open.popLast() {
        guard seen.insert(point).inserted else { continue }
        let text = texts[point]
        if let text { items.append((text, depth)) }
        let below = text == nil ? depth : depth + 1
        for child in (children[point] ?? []).sorted(by: { ($0.order, $0.point) > ($1.order, $1.point) }) {
          open.append((child.point, below))
        }
      }
    }
    return items
  }

  /// Returns the points that stand below points, by the indices of these.
  private static func children(
    of points: [MarkupNode], in data: MarkupNode
  ) -> [Int: [(order: Int, point: Int)]] {
    let places = Dictionary(
      points.enumerated().compactMap { index, point in point.attribute("modelId").map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    var children: [Int: [(order: Int, point: Int)]] = [:]
    for link in data.first("cxnLst")?.all("cxn") ?? [] where link.attribute("type") ?? "parOf" == "parOf" {
      guard let parent = link.attribute("srcId").flatMap({ places[$0] }),
        let child = link.attribute("destId").flatMap({ places[$0] })
      else { continue }
      children[parent, default: []].append((link.attribute("srcOrd").flatMap(Int.init) ?? 0, child))
    }
    return children
  }
}
