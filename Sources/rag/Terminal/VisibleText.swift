/// Text of notes, file names and errors as it may be printed: nothing in it commands the terminal, turns the direction
/// of writing, or is there without being seen. Such a character is written out, as `\n`, `\u{1B}` or `\u{202E}`.
extension StringProtocol {
  /// The text on one line: what would end the line is written out, too.
  var visibleLine: String { visible(after: "\n", as: \.inSwift) { _ in false } }

  /// The text with its lines and tabs. A carriage return is part of a line's end or written out.
  ///
  /// It may be a piece of a longer text.
  var visibleText: String {
    visible(after: nil, as: \.inSwift) { scalars in
      switch scalars.first {
      case "\n", "\t": true
      case "\r": scalars.dropFirst().first == "\n"
      default: false
      }
    }
  }

  /// JSON in which such characters are written as JSON writes them out: whoever reads it gets the same text.
  var visibleJSON: String { visible(after: nil, as: \.inJSON) { _ in false } }

  /// - Parameters:
  ///   - previous: What stands before the text; `nil` where that is not known.
  ///   - escape: How a character is written out.
  ///   - isKept: Whether the first of these scalars is printed whatever it is.
  private func visible(
    after previous: Unicode.Scalar?, as escape: (Unicode.Scalar) -> String,
    keeping isKept: (Substring.UnicodeScalarView) -> Bool
  ) -> String {
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return String(self) }
    let scalars = Substring(self).unicodeScalars
    var shown = String.UnicodeScalarView()
    var previous = previous
    for (index, scalar) in zip(scalars.indices, scalars) {
      if scalar.isUnseen(after: previous), !isKept(scalars[index...]) {
        shown.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        shown.append(scalar)
      }
      previous = scalar
    }
    return String(shown)
  }
}

extension Unicode.Scalar {
  /// Whether a terminal acts on it, orders other characters by it, or shows nothing of it.
  ///
  /// What chooses the form of the character before it, joins it to the next one, or may end a word after it, is needed
  /// by emoji and by scripts without spaces. Behind an ASCII letter, or one after another, such characters only hide
  /// something.
  fileprivate func isUnseen(after previous: Unicode.Scalar?) -> Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: break
    }
    // The marks around annotations are as invisible as what Unicode's tables call ignorable.
    guard properties.isDefaultIgnorableCodePoint || (0xFFF9...0xFFFB).contains(value) else { return false }
    let isJoiner = { (scalar: Unicode.Scalar) in (0x200B...0x200D).contains(scalar.value) }
    if self == "\u{AD}" { return false }
    if properties.isVariationSelector { return previous?.properties.isDefaultIgnorableCodePoint ?? false }
    return !isJoiner(self) || previous.map { $0.isASCII || isJoiner($0) } ?? false
  }

  fileprivate var inSwift: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{" + String(value, radix: 16, uppercase: true) + "}"
    }
  }

  fileprivate var inJSON: String {
    String(self).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
