/// Turns the marks that a file shows before its items, such as `2.`, `b)` or `iv.`, into those of Markdown.
struct RTFListMarks {
  /// The number of the last item at each depth.
  private var last: [Int: Int] = [:]

  /// Returns the marker of the next item: a number, or a dash if the file shows a bullet.
  mutating func marker(of mark: String, depth: Int) -> String {
    let depth = max(0, min(depth, 8))
    let number = Self.number(of: mark, after: last[depth] ?? 0)
    // Deeper items start again.
    last = last.filter { $0.key < depth }
    last[depth] = number
    return number.map { "\($0)." } ?? "-"
  }

  private static func number(of mark: String, after previous: Int) -> Int? {
    let runs = mark.split { !$0.isLetter && !$0.isNumber }
    guard let run = runs.last else { return nil }
    // Of `2.1`, the item's own number.
    if let number = Int(run.prefix(9)) { return number }
    // A letter that nothing follows is a bullet of a font of symbols.
    if let end = mark.last(where: { !$0.isWhitespace }), ".):".contains(end), run.count < 12 {
      let numeral = run.lowercased()
      let letter = numeral.utf8.count == 1 ? numeral.utf8.first.flatMap(place(of:)) : nil
      let roman = RunningHeads.romanNumber(numeral)
      // `i` is the first item of its list unless it follows `h`; `v`, `x` and `c` are letters unless they follow
      // the number before theirs.
      if let letter, letter == previous + 1 || roman != previous + 1 && roman != 1 { return letter }
      if let roman { return roman }
    }
    return runs.compactMap { Int($0.prefix(9)) }.last
  }

  /// Returns the place of a letter in the alphabet.
  private static func place(of letter: UInt8) -> Int? {
    (0x61...0x7A).contains(letter) ? Int(letter) - 0x60 : nil
  }
}
