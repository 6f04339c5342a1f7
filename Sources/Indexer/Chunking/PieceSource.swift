import VectorStore

/// The pieces of a document, block by block.
struct PieceSource {
  private let document: ParsedDocument
  private let days: SectionDays
  private var splitter: PieceSplitter
  private var block = 0
  private var section = 0
  /// Whether the last block announces the next one, as "Bring:" does.
  private var isLeadIn = false

  /// - Parameter room: The maximum number of tokens in a piece before the first heading.
  init(_ document: ParsedDocument, room: Int, count: @escaping (Substring) -> Int) {
    self.document = document
    days = SectionDays(of: document.shape.anchors, title: document.title)
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
    var beginsRecord = false
    switch next.kind {
    case .heading(let level, let title):
      section = headings.add(title, level: level)
      splitter.room = limit - headings.tokens(of: section)
      role = headings.isShown(section, inPathOf: section) ? .heading : .body
      // Of a conversation, an answer need not say when it was given.
      beginsRecord =
        days.change(atLine: next.lines.lowerBound + 1, in: document.shape.dated) && document.places?.unit != .turn
        || document.isOfRecords && headings.parent(of: section) == 0
    // Its comment is above the line that names it, so all of it is text.
    case .definition(let level, let title):
      section = headings.add(title, level: level)
      splitter.room = limit - headings.tokens(of: section)
    case .frontMatter: role = .frontMatter
    default: break
    }
    let bytes = document.text.bytes(of: next)
    let breakCost = isLeadIn && next.kind.canBeAnnounced ? PieceSource.costAfterLeadIn : 0
    isLeadIn = next.kind == .paragraph && document.text.endsWithColon(bytes)
    var pieces =
      switch (role, next.kind) {
      case (.heading, _): [Piece(bytes: bytes, tokens: splitter.tokens(in: bytes), breakCost: 0)]
      case (_, .table): try tablePieces(of: next, bytes, breakCost: breakCost)
      default: try splitter.pieces(of: bytes, PieceSplitter.levels(of: next.kind)[...], breakCost: breakCost)
      }
    for index in pieces.indices {
      pieces[index].section = section
      pieces[index].role = role
    }
    if !pieces.isEmpty { pieces[0].beginsRecord = beginsRecord }
    return pieces
  }

  /// Returns the pieces of a table. Those after its header have it with them, and the header is not left alone.
  private func tablePieces(
    of table: Block, _ bytes: Range<Int>, breakCost: Double
  ) throws(CancellationError) -> [Piece] {
    let levels = PieceSplitter.levels(of: .table)[...]
    let pieces = try splitter.pieces(of: bytes, levels, breakCost: breakCost)
    guard pieces.count > 1, let headerBytes = try TableHeader.bytes(of: table, in: document.text) else { return pieces }
    let header = TableHeader(bytes: headerBytes, tokens: splitter.tokens(in: headerBytes))
    guard header.tokens <= splitter.room / PieceSource.largestHeader else { return pieces }
    var rows = splitter
    rows.room -= header.tokens
    let start = document.text.lineStarts[document.text.lineNumber(ofByte: headerBytes.upperBound - 1) + 1]
    var result = [Piece(bytes: headerBytes, tokens: header.tokens, breakCost: breakCost)]
    for (index, piece) in try rows.pieces(of: start..<bytes.upperBound, levels).enumerated() {
      result.append(piece)
      result[result.count - 1].tableHeader = header
      if index == 0 { result[result.count - 1].breakCost = PieceSource.costAfterHeader }
    }
    return result
  }

  /// The cost of a chunk that begins with the list or table that the text before it announces.
  private static let costAfterLeadIn = 0.4
  /// The cost of a chunk that begins with the first row of a table.
  private static let costAfterHeader = 1.0
  /// The share of a chunk, as its inverse, that a header may have to be repeated.
  private static let largestHeader = 3
}

extension Block.Kind {
  /// Whether a paragraph that ends with a colon belongs to such a block.
  fileprivate var canBeAnnounced: Bool {
    switch self {
    case .list, .table: true
    default: false
    }
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

  /// Whether a colon, of any script, is the last of a text but for emphasis.
  fileprivate func endsWithColon(_ range: Range<Int>) -> Bool {
    let end = bytes[range].suffix(8)
    let text = String(decoding: end, as: UTF8.self).drop { $0 == "\u{FFFD}" }
    return [":", "：", "："].contains(text.last { !"*_ ".contains($0) })
  }
}
