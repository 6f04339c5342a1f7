/// A regular expression of ECMA-262 that describes a regular language.
indirect enum Pattern: Sendable {
  case characters(CodePoints)
  case sequence([Pattern])
  case choice([Pattern])
  /// A pattern with its minimum and maximum number of repetitions; `nil` is no maximum.
  case repeated(Pattern, Int, Int?)
  /// The beginning of the text.
  case start
  /// The end of the text.
  case end

  /// The error of a pattern that cannot be used.
  struct Failure: Error {
    let reason: String
  }

  /// Parses an expression. Throws if it is not valid or not regular.
  init(_ source: String) throws(Failure) {
    var parser = PatternParser(Array(source.unicodeScalars))
    self = try parser.pattern()
  }
}

extension CodePoints {
  static let digits = CodePoints([0x30...0x39])
  static let word = CodePoints([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// White space and line terminators as in ECMA-262.
  static let space = CodePoints([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])

  /// The only code point of the set; `nil` if there are others.
  var single: UInt32? {
    ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
  }
}
