/// Text in which some pieces stand above or below the line: `10^6`, where plain text alone would say 106.
///
/// All formats write such pieces the same way.
struct ShiftedText {
  /// Where a piece stands.
  enum Shift { case onLine, raised, lowered }

  private var line = ""
  /// The piece that is not on the line, which may come in several runs.
  private var piece = ""
  private var shift = Shift.onLine

  /// The text so far.
  var text: String { piece.isEmpty ? line : line + Self.marked(piece, shift, after: line.last, before: nil) }

  mutating func add(_ text: String, _ shift: Shift = .onLine) {
    guard !text.isEmpty else { return }
    if shift != self.shift, !piece.isEmpty {
      line += Self.marked(piece, self.shift, after: line.last, before: text.first)
      piece = ""
    }
    self.shift = shift
    if shift == .onLine { line += text } else { piece += text }
  }

  /// Returns a piece with the mark that says where it stands.
  ///
  /// - Parameters:
  ///   - last: What stands before it.
  ///   - next: What follows, if that is known.
  static func marked(_ piece: String, _ shift: Shift, after last: Character?, before next: Character?) -> String {
    let inner = piece.drop(while: \.isWhitespace)
    guard shift != .onLine, let first = inner.first, let last, !last.isWhitespace else { return piece }
    let isNumber = piece.allSatisfy(\.isNumber)
    let runsOn = isNumber && next?.isNumber == true
    switch shift {
    // As in 1st, Mlle and ™.
    case .raised where piece.count > 1 && piece.allSatisfy(\.isLetter): return piece
    // As in H2O, but not in the binary number 10.
    case .lowered where isNumber && !last.isNumber && !runsOn: return piece
    default: break
    }
    let isJoined = !first.isPunctuation || first == "-" || first == "−"
    let rest = inner.drop { "-−".contains($0) }
    let isOne =
      inner.count == 1 || isJoined && (rest.allSatisfy { $0.isNumber || $0 == "." } || rest.allSatisfy(\.isLetter))
    let shown = inner.trimmingSuffix(while: \.isWhitespace)
    return (shift == .raised ? "^" : "_") + (isOne && !runsOn || shown.hasPrefix("(") ? String(shown) : "(\(shown))")
      + piece[shown.endIndex...]
  }

  /// Returns the mark of a footnote, which is not part of the word before it: ` [2]`.
  static func noteMark(_ mark: String) -> String { mark.hasPrefix("[") ? " " + mark : " [\(mark)]" }
}

extension Substring {
  fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> Substring {
    var kept = self
    while let last = kept.last, matches(last) { kept.removeLast() }
    return kept
  }
}
