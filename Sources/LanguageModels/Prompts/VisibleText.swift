/// Text of notes, file names and errors, made safe to print: characters that control the terminal, change the writing
/// direction or are invisible are escaped, as `\n`, `\u{1B}` or `\u{202E}`.
extension StringProtocol {
  /// The text on one line: line breaks are escaped too.
  package var visibleLine: String { visible(after: "\n", as: \.inSwift) { _ in false } }

  /// The text with its line breaks and tabs. A carriage return is kept before a newline, else escaped.
  ///
  /// It may be a piece of a longer text.
  package var visibleText: String {
    visible(after: nil, as: \.inSwift) { scalars in
      switch scalars.first {
      case "\n", "\t": true
      case "\r": scalars.dropFirst().first == "\n"
      default: false
      }
    }
  }

  /// JSON in which such characters are escaped as JSON does: a parser reads the same text.
  package var visibleJSON: String { visible(after: nil, as: \.inJSON) { _ in false } }

  /// - Parameters:
  ///   - previous: The scalar before the text; `nil` if unknown.
  ///   - escape: Returns the escape sequence of a scalar.
  ///   - isKept: Whether the first of these scalars is never escaped.
  private func visible(
    after previous: Unicode.Scalar?, as escape: (Unicode.Scalar) -> String,
    keeping isKept: (Substring.UnicodeScalarView) -> Bool
  ) -> String {
    let scalars = Substring(self).unicodeScalars
    let isPlain = { (byte: UInt8) in
      (0x20...0x7E).contains(byte) || byte < 0x20 && isKept(Substring(String(UnicodeScalar(byte))).unicodeScalars)
    }
    if utf8.allSatisfy(isPlain) { return String(self) }
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
  /// Whether a terminal obeys it, reorders other characters because of it, or does not show it.
  ///
  /// Emoji and scripts without spaces need variation selectors, joiners and zero-width spaces. One such character after
  /// another, or a joiner or space after ASCII, only hides something.
  fileprivate func isUnseen(after previous: Unicode.Scalar?) -> Bool {
    // Latin letters and signs, without a look into Unicode's tables: the first combining character is U+0300.
    if (0x20..<0x7F).contains(value) || (0xAE..<0x300).contains(value) { return false }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: break
    }
    // Interlinear annotation characters are invisible too, but Unicode does not list them as default-ignorable.
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
