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

  /// The text without such characters, and without those that fonts or readers show only sometimes: soft hyphens,
  /// zero-width spaces, private ones. Line breaks and tabs stay, and joiners in scripts that need them.
  ///
  /// For a model, which reads what nobody sees.
  package var seenText: String {
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x09 }) { return String(self) }
    var seen = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      if scalar == "\n" || scalar == "\t" || scalar == "\r" {
        seen.append(scalar)
      } else if scalar.isControl {
        seen.append(" ")
      } else if !scalar.isUnseen(after: previous), !scalar.isSometimesUnseen {
        seen.append(scalar)
      }
      previous = scalar
    }
    return String(seen)
  }

  /// Whether so much of the text is not seen that it is meant to be read by programs only.
  package var hidesItself: Bool {
    let unseen = unicodeScalars.count - seenText.unicodeScalars.count
    return unseen > 3 && unseen * 10 > unicodeScalars.count
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
        for sign in escape(scalar).unicodeScalars { shown.append(sign) }
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
  /// another, or a joiner or space after ASCII or a letter with two cases, only hides something.
  fileprivate func isUnseen(after previous: Unicode.Scalar?) -> Bool {
    // Latin letters and signs, without a look into Unicode's tables: the first combining character is U+0300.
    if (0x20..<0x7F).contains(value) || (0xAE..<0x300).contains(value) { return false }
    if isControl { return true }
    // Interlinear annotation characters are invisible too, but Unicode does not list them as default-ignorable.
    guard properties.isDefaultIgnorableCodePoint || (0xFFF9...0xFFFB).contains(value) else { return false }
    let isJoiner = { (scalar: Unicode.Scalar) in (0x200B...0x200D).contains(scalar.value) }
    if self == "\u{AD}" { return false }
    if properties.isVariationSelector {
      return previous.map { $0.properties.isDefaultIgnorableCodePoint || $0.properties.isCased } ?? false
    }
    guard isJoiner(self), let previous else { return !isJoiner(self) }
    return previous.isASCII || isJoiner(previous) || previous.properties.isCased
  }

  /// Whether it ends a line or controls a terminal.
  fileprivate var isControl: Bool {
    [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
  }

  fileprivate var isSometimesUnseen: Bool {
    self == "\u{AD}" || self == "\u{200B}" || properties.generalCategory == .privateUse
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
