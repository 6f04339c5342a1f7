/// The text of a chunk as the keyword indexes have it.
package enum ChunkWords {
  /// Returns a chunk's heading: the document's title, its other names, the heading path without a repeated title, and
  /// the words of the file's path.
  ///
  /// The path's words raise the keyword search's nDCG@10 from 90.9 to 92.7 on the chunks of a help vault, and from 60.2
  /// to 63.8 on those of long technical notes.
  package static func heading(of document: Document, aliases: [String], _ headingPath: [String]) -> String {
    let headings = headingPath.first == document.title ? headingPath[1...] : headingPath[...]
    let path = NoteName.withoutExtension(document.path)
    return KeywordText.indexed(([document.title] + aliases + headings + [path]).joined(separator: "\n"))
  }

  /// Returns a chunk's text, with the header of the table that it continues.
  package static func body(of chunk: Chunk) -> String {
    KeywordText.indexed([chunk.tableHeader, chunk.text].compactMap { $0 }.joined(separator: "\n"))
  }
}
