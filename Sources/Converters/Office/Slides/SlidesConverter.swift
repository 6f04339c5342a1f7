import ForeignFormats

/// Converts presentations of PowerPoint (ECMA-376, PresentationML): the text of each slide, and its notes.
struct SlidesConverter {
  private let archive: ZipArchive
  private var writer = MarkdownWriter()
  /// The diagrams and charts that were read: each is, once.
  private var drawings: Set<String> = []
  private var lost: [OfficeDrawing.Kind: Int] = [:]

  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    var converter = SlidesConverter(archive: try ZipArchive(bytes))
    return try converter.conversion()
  }

  private init(archive: ZipArchive) { self.archive = archive }

  private mutating func conversion() throws -> Conversion {
    let name = archive.mainPart(orUsual: "ppt/presentation.xml")
    guard let presentation = try archive.xml(name) else { throw ConversionError.damaged("\(name) is missing") }
    let targets = try archive.relations(of: name)
    let slides = withExtendedLifetime(presentation) {
      presentation.root.all("sldId").compactMap { slide in
        // One of its attributes `id` is a number, the other names the relation.
        slide.attributes(named: "id").compactMap { targets[$0] }.first
      }
    }
    let comments = SlideComments(archive, presentation: name)
    var notesRead: Set<String> = []
    var slidesRead: Set<String> = []
    var (missing, hidden) = (0, 0)
    for (number, slide) in slides.enumerated() where slidesRead.insert(slide).inserted {
      guard let document = try archive.xml(slide) else {
        missing += 1
        continue
      }
      if document.root.attribute("show") == "0" {
        hidden += 1
        continue
      }
      writer.begin("\(number + 1)")
      let parts = try archive.relations(of: slide)
      withExtendedLifetime(document) { write(document.root, with: parts) }
      comments.write(of: slide, to: &writer)
      if let notes = parts.values.first(where: { $0.contains("notesSlide") }), notesRead.insert(notes).inserted,
        let document = try archive.xml(notes)
      {
        withExtendedLifetime(document) {
          document.root.keepShownAlternatives()
          for shape in document.root.all("sp") where shape.placeholder == "body" { paragraphs(shape) }
        }
      }
    }
    return writer.conversion(
      title: try archive.coreTitle(), unit: .slide,
      remarks: (missing > 0 ? ["\(missing) of \(slides.count) slides are missing"] : [])
        + (hidden > 0 ? ["\(hidden) hidden slide\(hidden == 1 ? " was" : "s were") left out"] : [])
        + OfficeDrawing.remarks(onLost: lost))
  }

  private mutating func write(_ slide: MarkupNode, with parts: [String: String]) {
    slide.keepShownAlternatives()
    guard let tree = slide.first("spTree") else { return }
    if let title = tree.all("sp").first(where: { $0.isTitle && !$0.isHiddenShape }) {
      writer.heading(title.all("p").map(\.drawnText).joined(separator: " "), level: 1)
    }
    shapes(in: tree, with: parts)
  }

  private mutating func shapes(in element: MarkupNode, with parts: [String: String]) {
    for child in element.elements where !child.isHiddenShape {
      if let drawing = OfficeDrawing(child) {
        write(drawing, with: parts)
        continue
      }
      switch child.name {
      case "sp":
        if !child.isTitle, !["sldNum", "dt", "ftr"].contains(child.placeholder) { paragraphs(child) }
      case "tbl":
        writer.table(
          child.all("tr").map { row in
            row.all("tc").map { $0.all("p").map(\.drawnText).joined(separator: " ") }
          })
      default: shapes(in: child, with: parts)
      }
    }
  }

  private mutating func write(_ drawing: OfficeDrawing, with parts: [String: String]) {
    guard let file = parts[drawing.id], drawings.insert(file).inserted else { return }
    if !drawing.write(file, of: archive, to: &writer) { lost[drawing.kind, default: 0] += 1 }
  }

  private mutating func paragraphs(_ shape: MarkupNode) {
    var number = 0
    for paragraph in shape.all("p") {
      let properties = paragraph.elements.first { $0.name == "pPr" }
      let isNumbered = properties?.first("buAutoNum") != nil
      number = isNumbered ? number + 1 : 0
      writer.item(
        paragraph.drawnText, depth: properties?.attribute("lvl").flatMap(Int.init) ?? 0,
        marker: isNumbered ? "\(number)." : "-")
    }
    writer.endBlock()
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
