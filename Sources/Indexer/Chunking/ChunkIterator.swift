import VectorStore

/// Finds the best split of a document, from its beginning to its end.
///
/// A prefix of the split is final as soon as all splits that may still turn out best agree on it, which takes few
/// chunks; from then on it is not kept.
package struct ChunkIterator {
  private let chunker: Chunker
  private let text: DocumentText
  private var headings: HeadingPaths
  private var source: PieceSource
  /// The pieces that are not in a chunk yet.
  private var pieces: [Piece] = []
  /// The lowest known cost of splitting everything before each of the pieces.
  private var costs: [Double] = [0]
  /// Where the last chunk of each of those splits begins.
  private var starts = [0]
  /// The next piece to consider as the beginning of a chunk.
  private var start = 0
  /// The piece at which to check next whether all splits begin alike.
  private var settling: Int
  private let stride: Int
  private var chunks: ArraySlice<DocumentChunk> = []
  /// Whether each line is the row of a sheet.
  private let isOfRows: Bool
  private var made = 0

  init(_ document: ParsedDocument, _ chunker: Chunker, stride: Int) {
    self.chunker = chunker
    self.stride = stride
    settling = stride
    isOfRows = document.places?.unit == .row
    text = document.text
    headings = HeadingPaths(title: document.title, limit: chunker.limit / 3, document.text.meter, count: chunker.count)
    source = PieceSource(document, room: chunker.limit - headings.tokens(of: 0), count: chunker.count)
  }

  /// Returns the next chunk, or `nil` after the last.
  package mutating func next() throws(CancellationError) -> DocumentChunk? {
    while chunks.isEmpty {
      if try hasPiece(start) {
        try considerChunks(from: start)
        start += 1
        if start >= settling { try makeChunks(to: commonPlace()) }
      } else if !pieces.isEmpty {
        try makeChunks(to: pieces.count)
      } else {
        return nil
      }
    }
    return chunks.popFirst()
  }

  /// Whether there is a piece at `place`, reading more if necessary.
  private mutating func hasPiece(_ place: Int) throws(CancellationError) -> Bool {
    while pieces.count <= place {
      guard let more = try source.next(limit: chunker.limit, &headings) else { return false }
      pieces += more
    }
    return true
  }

  // MARK: The best split

  private mutating func considerChunks(from start: Int) throws(CancellationError) {
    var span = ChunkSpan(costs: chunker.costs)
    let base = costs[start] + pieces[start].breakCost
    var end = start
    while try hasPiece(end) {
      try text.meter.add(1)
      span.append(pieces[end], headings)
      end += 1
      let tokens = span.textTokens(headings)
      guard tokens + headings.tokens(of: span.section) <= chunker.limit || end == start + 1 else {
        if span.leastTokens > chunker.limit || span.tokens > 2 * chunker.limit { break }
        continue
      }
      var cost = base + span.mergeCost + chunker.sizeCost(tokens)
      if pieces[end - 1].role == .heading, try hasPiece(end), !pieces[end].beginsRecord {
        cost += chunker.costs.headingAtEnd
      }
      while costs.count <= end {
        costs.append(.infinity)
        starts.append(0)
      }
      if cost < costs[end] {
        costs[end] = cost
        starts[end] = start
      }
    }
  }

  /// Returns the last place that all splits that reach `start` or beyond have in common.
  private func commonPlace() throws(CancellationError) -> Int {
    var isOnWay = costs.indices.map { $0 >= start && costs[$0] < .infinity }
    var ways = isOnWay.count { $0 }
    var place = costs.count - 1
    while ways > 1 || !isOnWay[place] {
      try text.meter.add(1)
      if isOnWay[place] {
        if isOnWay[starts[place]] { ways -= 1 } else { isOnWay[starts[place]] = true }
      }
      place -= 1
    }
    return place
  }

  /// Makes chunks of the pieces before a place.
  private mutating func makeChunks(to place: Int) throws(CancellationError) {
    var ranges: [Range<Int>] = []
    var end = place
    while end > 0 {
      ranges.append(starts[end]..<end)
      end = starts[end]
    }
    for range in ranges.reversed() { try add(pieces[range]) }
    try text.meter.add(costs.count)
    pieces.removeFirst(place)
    costs.removeFirst(place)
    starts = starts.dropFirst(place).map { max(0, $0 - place) }
    start -= place
    // Unsettled pieces are not checked again before there are as many after them.
    settling = start + max(stride, start)
  }

  // MARK: Chunks of pieces

  /// Makes a chunk of pieces, or several if their joined text does not fit.
  private mutating func add(_ pieces: ArraySlice<Piece>) throws(CancellationError) {
    try text.meter.add(pieces.count)
    guard let first = pieces.first, let last = pieces.last else { return }
    var span = ChunkSpan(costs: chunker.costs)
    for piece in pieces { span.append(piece, headings) }
    let bytes = first.bytes.lowerBound..<last.bytes.upperBound
    let body = pieces.first { piece in
      piece.role != .heading || !headings.isShown(piece.section, inPathOf: span.section)
    }
    let lines = text.lineNumber(ofByte: bytes.lowerBound) + 1...text.lineNumber(ofByte: bytes.upperBound - 1) + 1
    var chunk = DocumentChunk(
      chunk: Chunk(
        text: text.string(bytes), headingPath: headings.titles(of: span.section), lines: lines, bytes: bytes,
        tableHeader: first.tableHeader.map { text.string($0.bytes) }),
      heading: headings.text(of: span.section),
      bodyOffset: (body?.bytes.lowerBound ?? bytes.upperBound) - bytes.lowerBound)
    // A word that was split may have more tokens as a whole than its parts.
    let isJoined = pieces.dropFirst().contains { !text.followsSpace($0.bytes.lowerBound) }
    if isJoined, chunker.count(chunk.encodedText[...]) > chunker.limit {
      let middle = pieces.startIndex + pieces.count / 2
      try add(pieces[..<middle])
      try add(pieces[middle...])
    } else {
      if isOfRows, made >= Chunker.mostWholeOfRows, let body {
        chunk.encodedLength = encodedLength(of: pieces, from: body.bytes.lowerBound)
      }
      made += 1
      chunks.append(chunk)
    }
  }

  /// Returns how many bytes the first rows of a chunk have that stand for all of it.
  private func encodedLength(of pieces: ArraySlice<Piece>, from start: Int) -> Int? {
    var tokens = 0
    for piece in pieces where piece.bytes.lowerBound >= start {
      tokens += piece.tokens
      if tokens >= Chunker.leastEncodedOfRows { return piece.bytes.upperBound - start }
    }
    return nil
  }
}
