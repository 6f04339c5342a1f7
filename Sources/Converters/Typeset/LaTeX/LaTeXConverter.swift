import ForeignFormats
import Foundation

/// Converts LaTeX: sections, lists, tables and listings; macros become their text, and formulas stay as they are.
enum LaTeXConverter {
  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    let text = try DecodedText.string(
      of: bytes, declaredBy: /\\usepackage\[(\w+)\]\{inputenc\}/)
    // What stands before is for the typesetter, and says what the document's title is and its commands stand for.
    let begin = text.range(of: "\\begin{document}")
    let body = begin.map { text[$0.upperBound...] } ?? text[...]
    let end = body.range(of: "\\end{document}")?.lowerBound ?? body.endIndex
    let preamble = LaTeXPreamble(begin.map { text[..<$0.lowerBound] } ?? "", ofCharacters: text.unicodeScalars.count)
    var walk = LaTeXWalk(body[..<end], preamble: preamble)
    walk.write()
    // A file without a document may only define the terms of a glossary.
    if begin == nil { walk.writeGlossary() }
    return walk.writer.conversion(title: walk.title)
  }
}
