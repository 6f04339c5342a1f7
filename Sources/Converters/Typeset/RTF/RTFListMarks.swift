/// Turns the mark that a file shows before an item, such as `2.`, `b)` or `iv.`, into one of Markdown.
enum RTFListMarks {
  /// The longest Roman number below a hundred, lxxxviii, has eight letters.
  private static let longestLetters = 8

  /// Returns the marker of an item, and the label that its text begins with if the mark has letters.
  static func marker(of mark: String) -> (marker: String, label: String) {
    let runs = mark.split { !$0.isLetter && !$0.isNumber }
    // Of `2.1`, the item's own number.
    guard let run = runs.last else { return ("-", "") }
    if let number = Int(run.prefix(9)) { return ("\(number).", "") }
    // A letter that nothing follows is a bullet of a font of symbols.
    if let end = mark.last(where: { !$0.isWhitespace }), ".):".contains(end), run.count <= longestLetters {
      return ("-", "\(run)) ")
    }
    return (runs.compactMap { Int($0.prefix(9)) }.last.map { "\($0)." } ?? "-", "")
  }
}
