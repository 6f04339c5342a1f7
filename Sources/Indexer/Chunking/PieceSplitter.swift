/// Splits text that is too long for a chunk, at the best places that its kind offers.
struct PieceSplitter {
  /// Places to split a text at, from the best to the worst.
  enum Level {
    case items, paragraphs, sentences, lines, words, characters

    /// The cost of beginning a chunk at such a place.
    var cost: Double {
      switch self {
      case .items, .paragraphs: 0.05
      case .sentences, .lines: 0.15
      case .words: 0.6
      case .characters: 1
      }
    }
  }

  let text: DocumentText
  let count: (Substring) -> Int
  /// The maximum number of tokens in a piece.
  var room: Int

  /// The maximum number of bytes that count as one token, regardless of the encoder: some encode a very long word as
  /// one unknown token, which would make an unreadable chunk.
  private static let bytesPerToken = 16

  static func levels(of kind: Block.Kind) -> [Level] {
    switch kind {
    case .list: [.items, .items, .items, .paragraphs, .sentences, .lines, .words, .characters]
    case .code, .definition: [.paragraphs, .lines, .words, .characters]
    case .table, .frontMatter: [.lines, .words, .characters]
    case .markup: [.paragraphs, .lines, .sentences, .words, .characters]
    case .quote: [.paragraphs, .sentences, .lines, .words, .characters]
    case .paragraph, .heading: [.sentences, .lines, .words, .characters]
    }
  }

  /// Returns the pieces of a byte range, in order; one if it fits.
  func pieces(
    of bytes: Range<Int>, _ levels: ArraySlice<Level>, breakCost: Double = 0
  ) throws(CancellationError) -> [Piece] {
    let least = bytes.count / PieceSplitter.bytesPerToken
    let tokens = least > room && !levels.isEmpty ? least : tokens(in: bytes)
    guard tokens > room, let level = levels.first else {
      return [Piece(bytes: bytes, tokens: tokens, breakCost: breakCost)]
    }
    if level == .characters { return try characterPieces(of: bytes, breakCost: breakCost) }
    let starts = try starts(level, in: bytes)
    guard starts.count > 1 else { return try pieces(of: bytes, levels.dropFirst(), breakCost: breakCost) }
    var result: [Piece] = []
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : bytes.upperBound
      let part = trimmed(start..<end)
      guard !part.isEmpty else { continue }
      let cost = result.isEmpty ? breakCost : level.cost
      add(try pieces(of: part, levels.dropFirst(), breakCost: cost), to: &result)
    }
    return result
  }

  /// Appends pieces, joining those that are too small to be worth a choice.
  private func add(_ pieces: [Piece], to result: inout [Piece]) {
    guard pieces.count == 1, let piece = pieces.first, let last = result.last,
      text.followsSpace(piece.bytes.lowerBound),
      last.tokens + piece.tokens <= max(1, room / 12)
    else {
      result += pieces
      return
    }
    result[result.count - 1].bytes = last.bytes.lowerBound..<piece.bytes.upperBound
    result[result.count - 1].tokens += piece.tokens
  }

  func tokens(in bytes: Range<Int>) -> Int {
    text.meter.count(bytes.count)
    return max(1, count(text.string(bytes)[...]), bytes.count / PieceSplitter.bytesPerToken)
  }

  // MARK: Places

  private func starts(_ level: Level, in bytes: Range<Int>) throws(CancellationError) -> [Int] {
    switch level {
    case .sentences: try SentenceBreaks.starts(in: text.bytes, bytes, text.meter)
    case .words: try wordStarts(in: bytes)
    case .items: try itemStarts(in: bytes)
    case .paragraphs: try paragraphStarts(in: bytes)
    case .lines: try lineStarts(in: bytes)
    case .characters: [bytes.lowerBound]
    }
  }

  private func lines(in bytes: Range<Int>) -> ClosedRange<Int> {
    let first = text.lineNumber(ofByte: bytes.lowerBound)
    return first...max(first, text.lineNumber(ofByte: bytes.upperBound - 1))
  }

  /// Returns the beginning of `bytes`, and of the items after the first line that are indented least.
  private func itemStarts(in bytes: Range<Int>) throws(CancellationError) -> [Int] {
    var starts = [bytes.lowerBound]
    var least = Int.max
    for line in lines(in: bytes).dropFirst() {
      let shape = try text.nextShape(line)
      guard shape.isListItem, shape.indent <= least else { continue }
      if shape.indent < least { starts.removeSubrange(1...) }
      least = shape.indent
      starts.append(text.lineStarts[line])
    }
    return starts
  }

  private func lineStarts(in bytes: Range<Int>) throws(CancellationError) -> [Int] {
    let lines = lines(in: bytes)
    // Avoids examining a line for each of its sentences.
    guard lines.count > 1 else { return [bytes.lowerBound] }
    var starts: [Int] = []
    for line in lines where try !text.nextShape(line).isBlank {
      starts.append(max(text.lineStarts[line], bytes.lowerBound))
    }
    return starts
  }

  /// Returns the beginning of `bytes`, and of the lines after those that are blank or hold only a quote marker.
  private func paragraphStarts(in bytes: Range<Int>) throws(CancellationError) -> [Int] {
    var starts = [bytes.lowerBound]
    var isAfterBlank = false
    for line in lines(in: bytes).dropFirst() {
      let isBlank = try text.nextShape(line).content.allSatisfy { $0 == UInt8(ascii: ">") || $0.isBlank }
      if isAfterBlank, !isBlank { starts.append(text.lineStarts[line]) }
      isAfterBlank = isBlank
    }
    return starts
  }

  private func wordStarts(in bytes: Range<Int>) throws(CancellationError) -> [Int] {
    var starts = [bytes.lowerBound]
    for index in bytes.dropFirst() {
      try text.meter.add(1)
      if !text.bytes[index].isBlank, text.bytes[index - 1].isBlank { starts.append(index) }
    }
    return starts
  }

  /// Returns the bytes without the blank lines and spaces at the end.
  private func trimmed(_ bytes: Range<Int>) -> Range<Int> {
    var end = bytes.upperBound
    while end > bytes.lowerBound, text.bytes[end - 1].isBlank { end -= 1 }
    return bytes.lowerBound..<end
  }

  // MARK: Characters

  /// The maximum number of bytes of a word that are kept together, if they are not too many tokens.
  private static let bytesTogether = 24

  private func characterPieces(of bytes: Range<Int>, breakCost: Double) throws(CancellationError) -> [Piece] {
    var result: [Piece] = []
    var start = bytes.lowerBound
    func add(to end: Int) {
      guard end > start else { return }
      let cost = result.isEmpty ? breakCost : Level.characters.cost
      result.append(Piece(bytes: start..<end, tokens: tokens(in: start..<end), breakCost: cost))
      start = end
    }
    var end = start
    for character in text.string(bytes) {
      let length = character.utf8.count
      try text.meter.add(length)
      if end + length - start > min(PieceSplitter.bytesTogether, max(4, room)) { add(to: end) }
      end += length
      if length > room {
        // One grapheme of very many scalars.
        var part = start
        for scalar in character.unicodeScalars {
          part += UTF8.width(scalar)
          if part - start >= max(4, room - 3) { add(to: part) }
        }
        add(to: end)
      }
    }
    add(to: bytes.upperBound)
    return result
  }
}

extension DocumentText {
  /// Whether white space, or nothing, precedes a byte.
  func followsSpace(_ offset: Int) -> Bool { offset == 0 || bytes[offset - 1].isBlank }
}
