import ForeignFormats

/// Converts web pages: their main text, without navigation, scripts and banners.
enum HTMLConverter {
  /// If so little of the text is left without what classes name navigation, the page is a list of links.
  private static let smallestShare = 0.25

  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let document = try MarkupDocument(html: bytes)
    return withExtendedLifetime(document) {
      var writer = MarkdownWriter()
      HiddenText.remove(below: document.root)
      write(document.root.first("body") ?? document.root, to: &writer)
      return writer.conversion(title: document.root.first("title")?.text)
    }
  }

  /// Writes the part of a page with the text: its own `main` or `article` if that has most of it. In a book, `aside` is
  /// a note.
  static func write(_ body: MarkupNode, inBook: Bool = false, to writer: inout MarkdownWriter) {
    let whole = HTMLWalk.textCount(in: body, byClass: false, inMain: false)
    let named = [body.first { $0.name == "main" || $0.attribute("role") == "main" }, body.first("article")]
    let main = named.compactMap(\.self).first {
      HTMLWalk.textCount(in: $0, byClass: false, inMain: true) * 2 > whole
    }
    let part = main ?? body
    let kept = HTMLWalk.textCount(in: part, byClass: true, inMain: main != nil || inBook)
    let isByClass = Double(kept) > Double(whole) * smallestShare
    var walk = HTMLWalk(writer, byClass: isByClass, inMain: main != nil || inBook)
    // With two owners, the first change would copy the text so far.
    writer = MarkdownWriter()
    walk.write(part)
    writer = walk.writer
  }
}
