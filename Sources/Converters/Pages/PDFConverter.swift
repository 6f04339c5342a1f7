import CPoppler
import ForeignFormats

/// Converts PDF files with poppler: the text of each page in reading order.
enum PDFConverter {
  /// The fewest letters that a page with text has.
  private static let fewestLetters = 3

  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let document = try PDFFile(bytes)
    let texts = (0..<document.pageCount).map { document.text(ofPage: $0) }
    let withText = texts.count { ($0 ?? "").count(where: \.isLetter) >= fewestLetters }
    guard withText > 0 else {
      throw texts.contains(nil)
        ? ConversionError.damaged("no page can be read") : ConversionError.scanned(pages: texts.count)
    }
    var pages = PageLines(of: texts.map { $0 ?? "" })
    pages.dropRunningHeads()
    let outline = document.outline
    // A title in a list of contents is no heading.
    let contents = pages.contents(outline)
    let places = pages.pages.enumerated().map { contents.contains($0) ? [] : $1 }
    pages.mark(OutlineMatch.headings(of: outline, in: places))
    pages.shortenLeaders()
    pages.joinHyphens()

    var writer = MarkdownWriter()
    for (number, lines) in pages.pages.enumerated() {
      writer.begin("\(number + 1)")
      for line in lines { writer.write(line) }
      writer.endBlock()
    }
    return writer.conversion(title: document.title, unit: .page, remarks: remarks(texts, withText: withText))
  }

  private static func remarks(_ texts: [String?], withText: Int) -> [String] {
    let damaged = texts.count { $0 == nil }
    let empty = texts.count - withText - damaged
    return (damaged > 0 ? ["\(damaged) of \(texts.count) pages are damaged"] : [])
      + (empty > 0 ? ["\(empty) of \(texts.count) pages have no text"] : [])
  }
}

extension MarkdownWriter {
  fileprivate mutating func write(_ line: PageLines.Line) {
    if let level = line.headingLevel {
      heading(line.text, level: level)
    } else {
      add(line: line.text.hasPrefix("- ") ? line.text : Self.escaped(line.text))
    }
  }
}
