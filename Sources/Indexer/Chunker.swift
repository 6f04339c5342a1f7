import VectorStore

/// Parts documents into chunks that follow their structure and fit an encoder.
///
/// Every part of a document that is not blank is in exactly one chunk. Where to part is chosen for the document as a
/// whole: the sum of what each chunk costs for being of another size than the target, for beginning in the middle of
/// something, and for holding more than one section, is the least there is (as lines are broken in Knuth and Plass
/// 1981).
package struct Chunker {
  /// The size that chunks are meant to have, in tokens; measured to retrieve best.
  package static let targetTokens = 160

  /// Tokens that an encoder adds to each text: one before it and one behind.
  static let specialTokens = 2

  /// The most tokens of one encoded text, heading path and special tokens included.
  package var maximumTokens: Int
  /// The size that chunks are meant to have.
  package var target: Int
  /// What chunks cost besides their size.
  package var costs: Costs
  private let count: (Substring) -> Int

  /// What makes one way to part a document worse than another; a chunk without any text costs 1.
  package struct Costs: Sendable {
    /// A section that begins in the middle of a chunk, below, beside or above the one before it.
    package var childSection = 0.1
    package var siblingSection = 0.2
    package var higherSection = 0.4
    /// A chunk as long as can be.
    package var fullChunk = 0.3
    /// A chunk that ends in a heading.
    package var headingAtEnd = 3.0

    package init() {}
  }

  /// Creates a chunker.
  ///
  /// - Parameter count: The tokens of a text, special ones not counted. For texts joined by white space the counts add
  ///   up, or the sum is the larger.
  package init(
    maximumTokens: Int = 256, target: Int = Chunker.targetTokens, costs: Costs = Costs(),
    count: @escaping (Substring) -> Int
  ) {
    self.maximumTokens = max(16, maximumTokens)
    self.target = target
    self.costs = costs
    self.count = count
  }

  /// Tokens that one text may have, without the special ones.
  private var limit: Int { maximumTokens - Chunker.specialTokens }

  /// The chunks of a document, in order.
  package func chunks(of document: ParsedDocument) -> [DocumentChunk] {
    var headings = HeadingPaths(title: document.title, limit: limit / 3, count: count)
    let pieces = pieces(of: document, &headings)
    var chunks: [DocumentChunk] = []
    for range in best(pieces, &headings) {
      add(pieces[range], of: document.text, &headings, to: &chunks)
    }
    return chunks
  }

  private func pieces(of document: ParsedDocument, _ headings: inout HeadingPaths) -> [Piece] {
    let text = document.text
    var splitter = PieceSplitter(text: text, count: count, room: limit - headings.shown(0).tokens)
    var pieces: [Piece] = []
    var section = 0
    for block in document.blocks {
      var role = Piece.Role.body
      switch block.kind {
      case .heading(let level, let title):
        section = headings.add(title, level: level)
        splitter.room = limit - headings.shown(section).tokens
        role = headings.isShown(section, inPathOf: section) ? .heading : .body
      case .frontMatter: role = .frontMatter
      default: break
      }
      let bytes = text.bytes(of: block)
      var added =
        role == .heading
        ? [Piece(bytes: bytes, tokens: splitter.tokens(in: bytes), breakCost: 0)]
        : splitter.pieces(of: bytes, PieceSplitter.levels(of: block.kind)[...])
      for index in added.indices {
        added[index].section = section
        added[index].role = role
      }
      pieces += added
    }
    return pieces
  }

  // MARK: The best way to part

  /// The cheapest way to part the pieces, as ranges that follow one another.
  private func best(_ pieces: [Piece], _ headings: inout HeadingPaths) -> [Range<Int>] {
    var costs = [Double](repeating: .infinity, count: pieces.count + 1)
    var starts = [Int](repeating: 0, count: pieces.count + 1)
    costs[0] = 0
    for start in pieces.indices {
      var span = ChunkSpan(costs: self.costs)
      let base = costs[start] + pieces[start].breakCost
      for end in start..<pieces.count {
        span.append(pieces[end], headings)
        let fits = span.textTokens(&headings) + headings.shown(span.section).tokens <= limit
        guard fits || end == start else {
          if span.tokens > 2 * limit { break }
          continue
        }
        var cost = base + span.mergeCost + sizeCost(span.textTokens(&headings))
        if pieces[end].role == .heading, end + 1 < pieces.count { cost += self.costs.headingAtEnd }
        if cost < costs[end + 1] {
          costs[end + 1] = cost
          starts[end + 1] = start
        }
      }
    }
    var ranges: [Range<Int>] = []
    var end = pieces.count
    while end > 0 {
      ranges.append(starts[end]..<end)
      end = starts[end]
    }
    return ranges.reversed()
  }

  private func sizeCost(_ tokens: Int) -> Double {
    if tokens < target {
      let lack = Double(target - tokens) / Double(target)
      return lack * lack
    }
    let excess = Double(tokens - target) / Double(max(1, limit - target))
    return costs.fullChunk * excess * excess
  }

  // MARK: Chunks of pieces

  /// Makes a chunk of pieces; of fewer, if their tokens turn out to be more than their sum.
  private func add(
    _ pieces: ArraySlice<Piece>, of text: DocumentText, _ headings: inout HeadingPaths,
    to chunks: inout [DocumentChunk]
  ) {
    guard let first = pieces.first, let last = pieces.last else { return }
    var span = ChunkSpan(costs: costs)
    for piece in pieces { span.append(piece, headings) }
    let bytes = first.bytes.lowerBound..<last.bytes.upperBound
    let body = pieces.first { piece in
      piece.role != .heading || !headings.isShown(piece.section, inPathOf: span.section)
    }
    let lines = text.lineNumber(ofByte: bytes.lowerBound) + 1...text.lineNumber(ofByte: bytes.upperBound - 1) + 1
    let chunk = DocumentChunk(
      chunk: Chunk(
        text: text.string(bytes), headingPath: headings.titles(of: span.section), lines: lines, bytes: bytes),
      heading: headings.shown(span.section).text,
      bodyOffset: (body?.bytes.lowerBound ?? bytes.upperBound) - bytes.lowerBound)
    // Words that were parted may have more tokens when they are whole than their parts have.
    let isJoined = pieces.dropFirst().contains { !text.followsSpace($0.bytes.lowerBound) }
    if isJoined, count(chunk.encodedText[...]) > limit {
      let middle = pieces.startIndex + pieces.count / 2
      add(pieces[..<middle], of: text, &headings, to: &chunks)
      add(pieces[middle...], of: text, &headings, to: &chunks)
    } else {
      chunks.append(chunk)
    }
  }
}

extension DocumentText {
  /// From the beginning of a block's first line to the last of its bytes that is not blank.
  func bytes(of block: Block) -> Range<Int> {
    let start = lineStarts[block.lines.lowerBound]
    var end = line(block.lines.upperBound - 1).upperBound
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}
