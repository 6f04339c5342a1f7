/// Finds where what belongs to links ends in a range of a Markdown text, or what has none: code, tags and comments.
///
/// Its cost is that of a few passes over the range, whatever is open in it and never closed.
struct LinkScan {
  let range: Range<Int>
  private let text: DocumentText
  private let pairs: BracketPairs
  private var code: CodeSpans<ArraySlice<UInt8>>
  private var tagEnds = ForwardSearch()
  private var commentEnds = ForwardSearch()
  private var addressEnds = ForwardSearch()
  private var angles = ForwardSearch()
  private var parentheses = ForwardSearch()
  /// Where the addresses of links end, by the parenthesis before them: they have no links inside.
  private var addresses: [Int: Int] = [:]

  private static let longest = LinkDefinitions.longest

  init(_ text: DocumentText, _ range: Range<Int>) throws(CancellationError) {
    (self.text, self.range) = (text, range)
    pairs = try BracketPairs(in: text.bytes, range, text.meter)
    code = CodeSpans(UInt8(ascii: "`"))
  }

  private var bytes: [UInt8] { text.bytes }

  // MARK: Links

  /// Returns the place of the bracket that closes the one at a place; `nil` if none does, or only far away.
  func endOfLabel(_ start: Int) -> Int? {
    guard let end = pairs.squares[start], end - start < Self.longest else { return nil }
    return end
  }

  /// Whether there are brackets inside the one at a place.
  func hasBrackets(_ start: Int) -> Bool { pairs.nesting.contains(start) }

  /// Reads the address behind a parenthesis, which may have spaces only between `<` and `>`; `nil` if it does not end
  /// as it must.
  mutating func address(_ parenthesis: Int) throws(CancellationError) -> String? {
    let (bytes, end) = (bytes, range.upperBound)
    guard let start = bytes[parenthesis + 1..<end].firstIndex(where: { !$0.isBlank }) else { return nil }
    try text.meter.add(start - parenthesis)
    if bytes[start] == UInt8(ascii: "<") {
      let close = try angles.place(from: start + 1, to: end, text.meter) { "<>\n".utf8.contains(bytes[$0]) }
      guard close < end, bytes[close] == UInt8(ascii: ">"), close - start < Self.longest else { return nil }
      return address(start + 1..<close, parenthesis)
    }
    if let close = pairs.rounds[parenthesis] {
      guard close > start, close - start < Self.longest else { return nil }
      return address(start..<close, parenthesis)
    }
    // A title may follow, then the parenthesis.
    let blank = try addressEnds.place(from: start, to: end, text.meter) { bytes[$0].isBlank }
    guard blank < end, blank - start < Self.longest else { return nil }
    let close = try parentheses.place(from: blank, to: end, text.meter) { bytes[$0] == UInt8(ascii: ")") }
    guard close < end, close - blank < Self.longest else { return nil }
    return address(start..<blank, parenthesis)
  }

  private mutating func address(_ place: Range<Int>, _ parenthesis: Int) -> String {
    addresses[parenthesis] = place.upperBound
    return text.string(place)
  }

  /// Returns the end of the address behind a parenthesis, if it was read as one, or else the end of the parenthesis.
  func endOfAddress(_ parenthesis: Int) -> Int { addresses[parenthesis] ?? parenthesis + 1 }

  // MARK: What has no links

  /// Returns the end of the code that begins with backticks, or the end of these if it is not closed.
  mutating func endOfCode(_ start: Int) throws(CancellationError) -> Int {
    try code.end(in: bytes[..<range.upperBound], from: start, text.meter)
  }

  /// Returns the end of an HTML tag on one line, or of a comment.
  mutating func endOfTag(_ start: Int) throws(CancellationError) -> Int {
    let (bytes, end) = (bytes, range.upperBound)
    let rest = bytes[start..<end]
    if rest.starts(with: "<!--".utf8) {
      let close = try commentEnds.place(from: min(start + 4, end), to: end, text.meter) {
        bytes[$0] == UInt8(ascii: "-") && bytes[$0..<end].starts(with: "-->".utf8)
      }
      return close < end ? close + 3 : start + 4
    }
    let letter = rest.dropFirst().first ?? 0
    guard (0x61...0x7A).contains(letter | 0x20) || letter == UInt8(ascii: "/") else { return start + 1 }
    let close = try tagEnds.place(from: start + 1, to: end, text.meter) { ">\n".utf8.contains(bytes[$0]) }
    guard close < end, bytes[close] == UInt8(ascii: ">"), close - start < Self.longest else { return start + 1 }
    return close + 1
  }
}
