/// A JSON number: decimal, of any size, compared by value and never rounded.
package struct JSONNumber: Sendable {
  /// The number as written.
  package let literal: String
  package let isNegative: Bool
  /// The significant digits in ASCII, without zeros at either end; empty for zero.
  package let digits: [UInt8]
  /// The number is 0.d₁d₂… × 10^exponent.
  package let exponent: Int

  /// Parses a number such as `-12.5e3`; `nil` if it is not a JSON number.
  package init?(_ literal: String) {
    var rest = Array(literal.utf8)[...]
    isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    let whole = rest.prefix(while: Self.isDigit)
    rest = rest.dropFirst(whole.count)
    guard let first = whole.first, whole.count == 1 || first != UInt8(ascii: "0") else { return nil }
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix(while: Self.isDigit)
      rest = rest.dropFirst(1 + fraction.count)
      guard !fraction.isEmpty else { return nil }
    }
    var shift = 0
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      let isDown = rest.first == UInt8(ascii: "-")
      if isDown || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      guard !rest.isEmpty, rest.allSatisfy(Self.isDigit) else { return nil }
      // Numbers compare the same with any larger power.
      for digit in rest { shift = min(shift * 10 + Int(digit - 48), Self.largestShift) }
      if isDown { shift = -shift }
      rest = []
    }
    guard rest.isEmpty else { return nil }
    let all = whole + fraction
    let leading = all.prefix { $0 == UInt8(ascii: "0") }.count
    var digits = Array(all.dropFirst(leading))
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    self.literal = literal
    self.digits = digits
    exponent = digits.isEmpty ? 0 : whole.count - leading + shift
  }

  /// Creates a number, written as Swift writes it.
  package init(_ value: some BinaryInteger) {
    literal = String(value)
    isNegative = value < 0
    var digits = Array(String(value.magnitude).utf8)
    exponent = value == 0 ? 0 : digits.count
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    self.digits = digits
  }

  /// Whether the number is an integer: `1.0` is.
  package var isInteger: Bool { digits.count <= exponent || digits.isEmpty }

  /// The nearest double; infinite beyond the largest.
  package var double: Double { Double(literal) ?? 0 }

  /// The number as an integer, if it is one and fits.
  package var integer: Int? {
    guard isInteger, exponent <= 19 else { return nil }
    let zeros = String(repeating: "0", count: exponent - digits.count)
    return Int((isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + zeros + (digits.isEmpty ? "0" : ""))
  }

  private static let largestShift = 1_000_000_000_000
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension JSONNumber: Hashable, Comparable {
  package static func == (left: Self, right: Self) -> Bool {
    left.digits == right.digits && left.exponent == right.exponent
      && (left.isNegative == right.isNegative || left.digits.isEmpty)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(digits)
    hasher.combine(exponent)
  }

  package static func < (left: Self, right: Self) -> Bool {
    let signs = (left.sign, right.sign)
    guard signs.0 == signs.1 else { return signs.0 < signs.1 }
    return signs.0 < 0
      ? left.magnitudeIsLess(than: right, orElse: true) : left.magnitudeIsLess(than: right, orElse: false)
  }

  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

  /// Compares the magnitudes, in the other direction if `reversed`.
  private func magnitudeIsLess(than other: Self, orElse reversed: Bool) -> Bool {
    let (small, large) = reversed ? (other, self) : (self, other)
    if small.exponent != large.exponent { return small.exponent < large.exponent }
    return small.digits.lexicographicallyPrecedes(large.digits)
  }
}
