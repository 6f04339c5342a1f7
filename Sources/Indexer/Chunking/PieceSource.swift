/// The pieces of a document, block by block.
struct PieceSource {
  private let document: ParsedDocument
  private var splitter: PieceSplitter
  private var block = 0
  private var section = 0

  /// - Parameter room: The maximum number of tokens in a piece before the first heading.
  init(_ document: ParsedDocument, room: Int, count: @escaping (Substring) -> Int) {
    self.document = document
    splitter = PieceSplitter(text: document.text, count: count, room: room)
  }

  /// Returns the pieces of the next block, adding its heading to `headings`; `nil` after the last.
  ///
  /// - Parameter limit: The maximum number of tokens in a piece and the headings above it.
  mutating func next(limit: Int, _ headings: inout HeadingPaths) throws(CancellationError) -> [Piece]? {
    guard block < document.blocks.count else { return nil }
    let next = document.blocks[block]
    block += 1
    var role = Piece.Role.body
    switch next.kind {
    case .heading(let level, let title):
      section = headings.add(title, level: level)
      splitter.room = limit - headings.tokens(of: section)
      role = headings.isShown(section, inPathOf: section) ? .heading : .body
    case .frontMatter: role = .frontMatter
    default: break
    }
    let bytes = document.text.bytes(of: next)
    var pieces =
      try role == .heading
      ? [Piece(bytes: bytes, tokens: splitter.tokens(in: bytes), breakCost: 0)]
      : splitter.pieces(of: bytes, PieceSplitter.levels(of: next.kind)[...])
    for index in pieces.indices {
      pieces[index].section = section
      pieces[index].role = role
    }
    return pieces
  }
}

extension DocumentText {
  /// Returns the byte range from the beginning of a block's first line to its last byte that is not blank.
  func bytes(of block: Block) -> Range<Int> {
    let start = lineStarts[block.lines.lowerBound]
    var end = line(block.lines.upperBound - 1).upperBound
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}
