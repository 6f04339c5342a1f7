import ForeignFormats
import Foundation

/// Converts LaTeX: sections, lists, tables and listings; macros become their text, and formulas stay as they are.
enum LaTeXConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let text = try DecodedText.string(of: bytes)
    // What stands before is for the typesetter.
    let body = text.range(of: "\\begin{document}").map { text[$0.upperBound...] } ?? text[...]
    let end = body.range(of: "\\end{document}")?.lowerBound ?? body.endIndex
    let title = LaTeXReader.argument(of: "title", in: text).map { LaTeXWalk.plain($0) }
    var walk = LaTeXWalk(body[..<end], title: title)
    walk.write()
    return walk.writer.conversion(title: walk.title)
  }
}
