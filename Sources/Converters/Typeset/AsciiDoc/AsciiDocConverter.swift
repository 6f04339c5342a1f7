import ForeignFormats

/// Converts AsciiDoc: its blocks to those of Markdown, its macros to their text.
enum AsciiDocConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    var walk = AsciiDocWalk(try DecodedText.string(of: bytes, declaredBy: /(?m)^:encoding:\s+([\w-]+)/))
    walk.write()
    return walk.writer.conversion(title: walk.title)
  }
}
