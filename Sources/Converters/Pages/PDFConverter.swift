import CPoppler
import ForeignFormats

/// Converts PDF files with poppler: the text of each page in reading order.
enum PDFConverter {
  /// The fewest letters and digits that a page with text has.
  private static let fewestLetters = 3
  /// The most pages of a document whose letters are recognized: at two seconds a page, a quarter of an hour.
  private static let mostScans = 500

  /// The most pages that are read, and bytes of text: the largest manuals have five thousand pages.
  private static let mostPages = 20_000, mostBytes = 20_000_000

  /// A number alone is the text of a document with fewer pages; in a longer one, it may be the page's, on a picture.
  private static let fewestNumberedPages = 3

  /// - Parameters:
  ///   - scans: Reads the letters on pages without text; `nil` if nothing does.
  ///   - onPage: Called after each page, and again after each that is a picture, which takes seconds.
  static func conversion(
    of bytes: [UInt8], scans: TextRecognizer? = nil, onPage: () -> Void = {}
  ) throws -> Conversion {
    let document = try PDFFile(bytes)
    let outline = document.outline
    var printed: [[PDFFile.PrintedLine]] = []
    var broken: [[PDFFile.BrokenWord]] = []
    var unmapped: [Int] = []
    let annotations = Dictionary(grouping: document.annotations, by: \.page)
    var texts: [String?] = []
    var size = 0
    while texts.count < min(document.pageCount, mostPages), size < mostBytes {
      let number = texts.count
      let page = document.text(
        ofPage: number, withLines: outline.isEmpty, marks: annotations[number, default: []].compactMap(\.mark))
      if page.lacksLetters { unmapped.append(number) }
      printed.append(page.lines)
      broken.append(page.brokenWords)
      texts.append(page.text)
      size += page.text?.utf8.count ?? 0
      onPage()
    }
    func hasText(_ text: String?) -> Bool { text.map { Self.hasText($0, of: texts.count) } ?? false }
    var recognized = 0
    if let scans {
      for page in texts.indices.filter({ texts[$0] != nil && !hasText(texts[$0]) }).prefix(mostScans) {
        guard let text = document.image(ofPage: page).flatMap(scans.text) else { continue }
        onPage()
        guard hasText(text) else { continue }
        texts[page] = text
        recognized += 1
      }
    }
    let withText = texts.count(where: hasText)
    guard withText > 0 || annotations.values.joined().contains(where: { !$0.text.isEmpty }) else {
      if !unmapped.isEmpty { throw ConversionError.unmapped }
      if texts.contains(nil) { throw ConversionError.damaged("no page can be read") }
      throw scans == nil
        ? ConversionError.scanned(pages: texts.count) : ConversionError.unrecognized(pages: texts.count)
    }
    var pages = PageLines(of: texts.map { $0 ?? "" })
    pages.dropRunningHeads()
    // A title in a list of contents is no heading.
    let contents = pages.contents(outline)
    let places = pages.pages.enumerated().map { contents.contains($0) ? [] : $1 }
    pages.mark(
      outline.isEmpty
        ? HeadingFonts.headings(of: printed, in: places) : OutlineMatch.headings(of: outline, in: places))
    pages.shortenLeaders()
    pages.joinColumns()
    pages.joinHyphens(broken)

    var writer = MarkdownWriter()
    for (number, lines) in pages.pages.enumerated() {
      writer.begin("\(number + 1)")
      writer.write(lines)
      for annotation in annotations[number, default: []] where !annotation.isRepeated(in: texts[number] ?? "") {
        writer.write(annotation)
      }
      writer.endBlock()
    }
    return writer.conversion(
      title: document.title, unit: .page,
      remarks: remarks(texts, withText: withText, recognized: recognized, isTried: scans != nil) + remarks(on: unmapped)
        + (texts.count < document.pageCount
          ? ["only the first \(texts.count) of \(document.pageCount) pages are read: it has too many"] : []))
  }

  private static func hasText(_ page: String, of pageCount: Int) -> Bool {
    let letters = page.count(where: \.isLetter)
    if letters >= fewestLetters { return true }
    let digits = page.count(where: \.isNumber)
    guard letters + digits >= fewestLetters else { return false }
    return letters > 0 || pageCount < fewestNumberedPages || page.split(whereSeparator: { !$0.isNumber }).count > 1
  }

  private static func remarks(on unmapped: [Int]) -> [String] {
    guard let first = unmapped.first else { return [] }
    let pages =
      unmapped.count == 1 ? "page \(first + 1)" : "\(unmapped.count) pages, the first of them page \(first + 1),"
    return ["letters of \(pages) cannot be mapped to text: install poppler-data"]
  }

  private static func remarks(_ texts: [String?], withText: Int, recognized: Int, isTried: Bool) -> [String] {
    let damaged = texts.count { $0 == nil }
    let empty = texts.count - withText - damaged
    return (damaged > 0 ? ["\(damaged) of \(texts.count) pages are damaged"] : [])
      + (empty > 0 ? ["\(empty) of \(texts.count) pages \(isTried ? ScannedPages.without : ScannedPages.unread)"] : [])
      + (recognized > 0 ? ["\(recognized) of \(texts.count) pages \(ScannedPages.recognized)"] : [])
  }
}

extension MarkdownWriter {
  fileprivate mutating func write(_ lines: [PageLines.Line]) {
    var rows: [[String]] = []
    for line in lines {
      if let cells = line.cells {
        rows.append(cells)
        continue
      }
      table(rows)
      rows = []
      write(line)
    }
    table(rows)
  }

  fileprivate mutating func write(_ annotation: PDFFile.Annotation) {
    guard let words = Self.oneLine(annotation.text) else { return }
    let author = annotation.author.flatMap(Self.oneLine)
    quoteDepth += 1
    paragraph("Comment\(author.map { " (\($0))" } ?? ""): \(words)")
    quoteDepth -= 1
  }

  private mutating func write(_ line: PageLines.Line) {
    if let level = line.headingLevel {
      heading(line.text, level: level)
    } else {
      add(line: line.text.hasPrefix("- ") ? line.text : Self.escaped(line.text))
    }
  }
}
