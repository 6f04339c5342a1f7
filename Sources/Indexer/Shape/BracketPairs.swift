/// Which brackets of a text belong together, found in one pass.
///
/// Square brackets pair across lines, unless a backslash stands before them. Parentheses hold an address: one pairs
/// with the next that closes it, unless white space follows the address first.
struct BracketPairs {
  /// The place of the bracket that closes the one at a place.
  private(set) var squares: [Int: Int] = [:]
  private(set) var rounds: [Int: Int] = [:]
  /// Square brackets with others inside.
  private(set) var nesting: Set<Int> = []

  init(in bytes: [UInt8], _ range: Range<Int>, _ meter: WorkMeter) throws(CancellationError) {
    try meter.add(range.count)
    var openSquares: [Int] = []
    var openRounds: [Int] = []
    var isEscaped = false
    /// Where white space began, if only that was read since.
    var blank: Int?
    for place in range {
      let byte = bytes[place]
      if byte.isBlank {
        let start = blank ?? place
        blank = start
        // The address may begin behind white space.
        if place == start { openRounds = openRounds.last == place - 1 ? [place - 1] : [] }
      } else {
        blank = nil
      }
      switch byte {
      case UInt8(ascii: "("): openRounds.append(place)
      case UInt8(ascii: ")"):
        if let open = openRounds.popLast() { rounds[open] = place }
      case UInt8(ascii: "[") where !isEscaped: openSquares.append(place)
      case UInt8(ascii: "]") where !isEscaped:
        if let open = openSquares.popLast() {
          squares[open] = place
          if let outer = openSquares.last { nesting.insert(outer) }
        }
      default: break
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
  }
}
