/// A regular expression of ECMA-262, as far as it describes a regular language.
indirect enum Pattern: Sendable {
  case characters(CodePoints)
  case sequence([Pattern])
  case choice([Pattern])
  /// So many times; without a second number, or more.
  case repeated(Pattern, Int, Int?)
  /// The beginning of the text.
  case start
  /// The end of the text.
  case end

  /// Something that this cannot be.
  struct Failure: Error {
    let reason: String
  }

  /// Reads an expression; throws what in it is not regular, or no expression.
  init(_ source: String) throws(Failure) {
    var parser = PatternParser(Array(source.unicodeScalars))
    self = try parser.pattern()
  }
}

extension CodePoints {
  static let digits = CodePoints([0x30...0x39])
  static let word = CodePoints([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// White space and line ends as ECMA-262 has them.
  static let space = CodePoints([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])

  /// The one code point of the set.
  var single: UInt32? {
    ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
  }
}
