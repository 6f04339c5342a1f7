import ForeignFormats
import Foundation

/// Converts LaTeX: sections, lists, tables and listings; macros become their text, and formulas stay as they are.
enum LaTeXConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let text = try DecodedText.string(of: bytes)
    // What stands before is for the typesetter.
    let body = text.range(of: "\\begin{document}").map { text[$0.upperBound...] } ?? text[...]
    var walk = LaTeXWalk(body)
    walk.write()
    let title = walk.title ?? LaTeXReader.argument(of: "title", in: text).map { LaTeXWalk.plain($0) }
    return walk.writer.conversion(title: title)
  }
}
