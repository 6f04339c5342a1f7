extension DocumentText {
  /// Whether the text may have comments of Obsidian.
  var mayHaveComments: Bool { Self.mayHaveComments(bytes) }

  static func mayHaveComments(_ bytes: [UInt8]) -> Bool {
    bytes.indices.dropLast().contains { bytes[$0] == percent && bytes[$0 + 1] == percent }
  }

  /// Returns the text with spaces in place of Obsidian's comments, `%% … %%` (help.obsidian.md, "Basic formatting
  /// syntax"), so that lines and offsets stay what they are. Code and front matter have no comments; one that does not
  /// end is text.
  package func withoutComments() throws(CancellationError) -> DocumentText {
    guard mayHaveComments else { return self }
    var blanked = bytes
    var open: Int?
    var fence: Fence?
    for line in frontMatterEnd..<lineCount {
      let range = self.line(line)
      if open == nil {
        let shape = LineShape(bytes[range])
        if let current = fence {
          if current.isClosed(by: shape) { fence = nil }
          continue
        }
        fence = Fence(shape)
        if fence != nil { continue }
      }
      try blank(range, &open, in: &blanked)
    }
    if let open { blanked.replaceSubrange(open..., with: bytes[open...]) }
    return DocumentText(bytes: blanked, lineStarts: lineStarts, meter: meter)
  }

  private static let percent = UInt8(ascii: "%")

  private init(bytes: [UInt8], lineStarts: [Int], meter: WorkMeter) {
    self.bytes = bytes
    self.lineStarts = lineStarts
    self.meter = meter
  }

  /// Blanks what of a line is in comments. `open` is where one began that has not ended.
  private func blank(
    _ line: Range<Int>, _ open: inout Int?, in blanked: inout [UInt8]
  ) throws(CancellationError) {
    try meter.add(line.count)
    var code = CodeSpans<ArraySlice<UInt8>>(UInt8(ascii: "`"))
    var place = line.lowerBound
    while place < line.upperBound {
      let isMark = bytes[place] == Self.percent && place + 1 < line.upperBound && bytes[place + 1] == Self.percent
      if isMark {
        open = open == nil ? place : nil
        for mark in place...place + 1 { blanked[mark] = 0x20 }
        place += 2
      } else if open != nil {
        blanked[place] = 0x20
        place += 1
      } else if bytes[place] == UInt8(ascii: "`") {
        place = try code.end(in: bytes[..<line.upperBound], from: place, meter)
      } else {
        place += 1
      }
    }
  }

  /// The line behind YAML front matter; 0 without it.
  private var frontMatterEnd: Int {
    func isRule(_ line: Int) -> Bool { LineShape(bytes[self.line(line)]).content.elementsEqual("---".utf8) }
    guard lineCount > 1, isRule(0) else { return 0 }
    return (1..<lineCount).first(where: isRule).map { $0 + 1 } ?? 0
  }
}
