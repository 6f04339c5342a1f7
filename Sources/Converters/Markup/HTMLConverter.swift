import ForeignFormats

/// Converts web pages: their main text, without navigation, scripts and forms.
enum HTMLConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let document = try MarkupDocument(html: bytes)
    return withExtendedLifetime(document) {
      var writer = MarkdownWriter()
      let body = document.root.first("body") ?? document.root
      HTMLWalk.write(main(of: body), to: &writer)
      return writer.conversion(title: document.root.first("title")?.text)
    }
  }

  /// Returns the part with the text: the page's own `main` or `article` if that has most of it.
  private static func main(of body: MarkupNode) -> MarkupNode {
    let whole = HTMLWalk.textCount(in: body)
    let named = [body.first { $0.name == "main" || $0.attribute("role") == "main" }, body.first("article")]
    return named.compactMap(\.self).first { HTMLWalk.textCount(in: $0) * 2 > whole } ?? body
  }
}
