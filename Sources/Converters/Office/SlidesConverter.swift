import ForeignFormats

/// Converts presentations of PowerPoint (ECMA-376, PresentationML): the text of each slide, and its notes.
enum SlidesConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let archive = try ZipArchive(bytes)
    let name = "ppt/presentation.xml"
    guard let presentation = try archive.xml(name) else { throw ConversionError.damaged("\(name) is missing") }
    let targets = try archive.relations(of: name)
    let slides = withExtendedLifetime(presentation) {
      presentation.root.all("sldId").compactMap { slide in
        // One of its attributes `id` is a number, the other names the relation.
        slide.attributes(named: "id").compactMap { targets[$0] }.first
      }
    }
    var writer = MarkdownWriter()
    var (missing, hidden) = (0, 0)
    for (number, slide) in slides.enumerated() {
      guard let document = try archive.xml(slide) else {
        missing += 1
        continue
      }
      if document.root.attribute("show") == "0" {
        hidden += 1
        continue
      }
      writer.begin("\(number + 1)")
      withExtendedLifetime(document) { write(document.root, to: &writer) }
      let notes = try archive.relations(of: slide).values.first { $0.contains("notesSlide") }
      if let notes, let document = try archive.xml(notes) {
        withExtendedLifetime(document) {
          for shape in document.root.all("sp") where shape.placeholder == "body" { paragraphs(shape, to: &writer) }
        }
      }
    }
    return writer.conversion(
      title: try archive.coreTitle(), unit: .slide,
      remarks: (missing > 0 ? ["\(missing) of \(slides.count) slides are missing"] : [])
        + (hidden > 0 ? ["\(hidden) hidden slide\(hidden == 1 ? " was" : "s were") left out"] : []))
  }

  private static func write(_ slide: MarkupNode, to writer: inout MarkdownWriter) {
    guard let tree = slide.first("spTree") else { return }
    let shapes = tree.all("sp")
    if let title = shapes.first(where: \.isTitle) {
      writer.heading(title.all("p").map(text).joined(separator: " "), level: 1)
    }
    for shape in shapes where !shape.isTitle && !["sldNum", "dt", "ftr"].contains(shape.placeholder) {
      paragraphs(shape, to: &writer)
    }
    for table in tree.all("tbl") {
      writer.table(table.all("tr").map { $0.all("tc").map { $0.all("p").map(text).joined(separator: " ") } })
    }
  }

  private static func paragraphs(_ shape: MarkupNode, to writer: inout MarkdownWriter) {
    var number = 0
    for paragraph in shape.all("p") {
      let properties = paragraph.elements.first { $0.name == "pPr" }
      let isNumbered = properties?.first("buAutoNum") != nil
      number = isNumbered ? number + 1 : 0
      writer.item(
        text(of: paragraph), depth: properties?.attribute("lvl").flatMap(Int.init) ?? 0,
        marker: isNumbered ? "\(number)." : "-")
    }
    writer.endBlock()
  }

  private static func text(of paragraph: MarkupNode) -> String {
    paragraph.elements.map { $0.name == "br" ? " " : $0.first("t")?.text ?? "" }.joined()
  }
}

extension MarkupNode {
  /// What a shape stands for: `title`, `body`, …; empty for a free text box.
  fileprivate var placeholder: String {
    guard let place = first("ph") else { return "" }
    return place.attribute("type") ?? "body"
  }

  fileprivate var isTitle: Bool { ["title", "ctrTitle"].contains(placeholder) }
}
