/// Parts a text without marks into paragraphs, at blank lines, and lists.
enum PlainTextBlocks {
  static func blocks(of text: DocumentText, from line: Int = 0) -> [Block] {
    var blocks: [Block] = []
    var line = text.nextContent(from: line)
    while line < text.lineCount {
      let kind: Block.Kind = text.shape(line).isListItem ? .list : .paragraph
      let end = (line + 1..<max(line + 1, text.lineCount)).first { text.isBlank($0) } ?? text.lineCount
      blocks.append(Block(kind: kind, lines: line..<end))
      line = text.nextContent(from: end)
    }
    return blocks
  }
}
