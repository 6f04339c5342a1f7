/// Splits plain text into paragraphs, at blank lines, and lists.
enum PlainTextBlocks {
  static func blocks(of text: DocumentText, from line: Int = 0) throws(CancellationError) -> [Block] {
    var blocks: [Block] = []
    var line = try text.nextContent(from: line)
    while line < text.lineCount {
      let kind: Block.Kind = text.shape(line).isListItem ? .list : .paragraph
      let end = try text.firstLine(from: line + 1) { $0.isBlank }
      blocks.append(Block(kind: kind, lines: line..<end))
      line = try text.nextContent(from: end)
    }
    return blocks
  }
}
