/// Expresses ranges of numbers by their digits.
enum NumberGrammar {
  typealias Expression = Grammar.Expression

  /// The maximum number of digits before the point unless a limit needs more: any 18 digits fit into an `Int`.
  static let wholeDigits = 18
  /// The maximum number of digits after the point, beyond those of a limit, so that generation ends.
  static let fractionDigits = 16
  /// A limit with more significant digits than this, or with more before the point or zeros after it, is rejected.
  static let mostDigits = 40

  /// Returns an expression for the numbers within limits; `nil` if a limit has too many digits.
  static func expression(isInteger: Bool, _ minimum: SchemaNode.Bound?, _ maximum: SchemaNode.Bound?) -> Expression? {
    if minimum == nil, maximum == nil { return free(isInteger: isInteger) }
    // No number of this grammar has more digits than this, so a limit far beyond has no effect.
    let far = JSONNumber("1e\(mostDigits - 1)")
    var (low, high) = (minimum, maximum)
    if let far, let limit = low, limit.value.isNegative, limit.value.exponent >= far.exponent { low = nil }
    if let far, let limit = high, !limit.value.isNegative, limit.value.exponent >= far.exponent { high = nil }
    for limit in [low, high].compactMap(\.self)
    where abs(limit.value.exponent) > mostDigits || limit.value.digits.count > mostDigits {
      return nil
    }
    if low == nil, high == nil { return free(isInteger: isInteger) }
    let zero = SchemaNode.Bound(value: JSONNumber(0))
    var choices: [Expression] = []
    // Below zero: magnitudes, with the limits swapped.
    let belowZero = SchemaNode.Bound(value: JSONNumber(0), isExclusive: true)
    if low.map({ $0.value < zero.value }) ?? true {
      let nearest = high.flatMap { $0.value < zero.value ? $0 : nil } ?? belowZero
      choices.append(.sequence([.literal("-"), magnitudes(isInteger, from: nearest, to: low)]))
    }
    if high.map({ $0.value >= zero.value }) ?? true {
      choices.append(magnitudes(isInteger, from: low.flatMap { $0.value < zero.value ? nil : $0 } ?? zero, to: high))
    }
    return .choice(choices)
  }

  private static func free(isInteger: Bool) -> Expression {
    let whole = Expression.choice([
      .literal("0"), .sequence([.characters(digit(1, 9)), .repeated(anyDigit, 0, wholeDigits - 1)]),
    ])
    let sign = Expression.literal("-").optional
    guard !isInteger else { return .sequence([sign, whole]) }
    let fraction = Expression.sequence([.literal("."), .repeated(anyDigit, 1, fractionDigits)])
    // At most 10³⁷, which a Float holds.
    let power = Expression.sequence([
      .characters(CodePoints("eE")), .characters(CodePoints("+-")).optional, .literal("1").optional, anyDigit,
    ])
    return .sequence([sign, whole, fraction.optional, power.optional])
  }

  /// Returns an expression for the numbers of 0 and above whose magnitude is within the limits.
  private static func magnitudes(
    _ isInteger: Bool, from low: SchemaNode.Bound, to high: SchemaNode.Bound?
  ) -> Expression {
    let from = Decimal(low)
    guard let high else {
      let most = [UInt8](repeating: 9, count: max(wholeDigits, from.whole.count + 1))
      return magnitudes(isInteger, from, Decimal(whole: most, fraction: [9], isExclusive: false), isOpen: true)
    }
    return magnitudes(isInteger, from, Decimal(high), isOpen: false)
  }

  private static func magnitudes(_ isInteger: Bool, _ low: Decimal, _ high: Decimal, isOpen: Bool) -> Expression {
    if isInteger {
      let first = low.fraction.isEmpty && !low.isExclusive ? low.whole : successor(low.whole)
      let last = high.fraction.isEmpty && high.isExclusive ? predecessor(high.whole) : high.whole
      guard let last else { return .nothing }
      return whole(first, last)
    }
    let anyFraction = Expression.sequence([.literal("."), .repeated(anyDigit, 1, fractionDigits)]).optional
    let from = Fraction(digits: low.fraction, isExclusive: low.isExclusive)
    let to = isOpen ? nil : Fraction(digits: high.fraction, isExclusive: high.isExclusive)
    if low.whole == high.whole { return .sequence([digits(low.whole), fraction(from, to)]) }
    guard isLess(low.whole, high.whole), let last = predecessor(high.whole) else { return .nothing }
    return .choice([
      .sequence([digits(low.whole), fraction(from, nil)]),
      .sequence([whole(successor(low.whole), last), anyFraction]),
      .sequence([digits(high.whole), fraction(nil, to)]),
    ])
  }

  /// Returns an expression for the point and the digits after it whose value is within the limits.
  private static func fraction(_ low: Fraction?, _ high: Fraction?) -> Expression {
    let behind = Expression.sequence([.literal("."), tail(low, high, isFirst: true)])
    let endsHere = low.map { $0.digits.isEmpty && !$0.isExclusive } ?? true
    let fits = high.map { !$0.digits.isEmpty || !$0.isExclusive } ?? true
    return endsHere && fits ? behind.optional : behind
  }

  /// Returns an expression for the digits from some place after the point on; at least one if it is the first place.
  private static func tail(_ low: Fraction?, _ high: Fraction?, isFirst: Bool) -> Expression {
    let low = low.flatMap { $0.digits.isEmpty && !$0.isExclusive ? nil : $0 }
    let least = isFirst ? 1 : 0
    if let high, high.digits.isEmpty {
      // Only zeros stay within a limit that has no digits left.
      return high.isExclusive || low != nil ? .nothing : .repeated(.literal("0"), least, fractionDigits)
    }
    guard low != nil || high != nil else { return .repeated(anyDigit, least, fractionDigits) }
    if let low, low.digits.isEmpty, high == nil {
      return .sequence([
        .repeated(.literal("0"), 0, fractionDigits), .characters(digit(1, 9)), .repeated(anyDigit, 0, fractionDigits),
      ])
    }
    let first = low?.digits.first ?? 0
    let last = high?.digits.first ?? 9
    guard first <= last else { return .nothing }
    func next(_ fraction: Fraction?, staysAt digit: UInt8, _ own: UInt8) -> Fraction? {
      guard let fraction, digit == own else { return nil }
      return Fraction(digits: Array(fraction.digits.dropFirst()), isExclusive: fraction.isExclusive)
    }
    var choices: [Expression] = []
    for edge in Set([first, last]).sorted() {
      let (from, to) = (next(low, staysAt: edge, first), next(high, staysAt: edge, last))
      choices.append(.sequence([.literal("\(edge)"), tail(from, to, isFirst: false)]))
    }
    if last > first + 1 {
      choices.append(
        .sequence([.characters(digit(first + 1, last - 1)), .repeated(anyDigit, 0, fractionDigits)]))
    }
    // The number may end before the limit's digits do if zeros after it stay within the limits.
    if !isFirst, low == nil { choices.append(.empty) }
    return .choice(choices)
  }

  /// Returns an expression for the integers within limits, without leading zeros.
  private static func whole(_ low: [UInt8], _ high: [UInt8]) -> Expression {
    guard !isLess(high, low) else { return .nothing }
    if high.allSatisfy({ $0 == 9 }), low.count < high.count {
      let longer = Expression.repeated(anyDigit, low.count, high.count - 1)
      return .choice([
        sameLength(low[...], ArraySlice(repeating: 9, count: low.count)),
        .sequence([.characters(digit(1, 9)), longer]),
      ])
    }
    var choices: [Expression] = []
    for count in low.count...high.count {
      let smallest = [1] + [UInt8](repeating: 0, count: count - 1)
      choices.append(
        sameLength(
          (count == low.count ? low : smallest)[...],
          (count == high.count ? high : [UInt8](repeating: 9, count: count))[...]))
    }
    return .choice(choices)
  }

  private static func sameLength(_ low: ArraySlice<UInt8>, _ high: ArraySlice<UInt8>) -> Expression {
    guard let first = low.first, let last = high.first else { return .empty }
    let (lowRest, highRest) = (low.dropFirst(), high.dropFirst())
    let isFull = lowRest.allSatisfy { $0 == 0 } && highRest.allSatisfy { $0 == 9 }
    let rest = Expression.repeated(anyDigit, lowRest.count, lowRest.count)
    if isFull { return .sequence([.characters(digit(first, last)), rest]) }
    if first == last { return .sequence([.literal("\(first)"), sameLength(lowRest, highRest)]) }
    var choices: [Expression] = [
      .sequence([.literal("\(first)"), sameLength(lowRest, ArraySlice(repeating: 9, count: lowRest.count))]),
      .sequence([.literal("\(last)"), sameLength(ArraySlice(repeating: 0, count: highRest.count), highRest)]),
    ]
    if last > first + 1 { choices.append(.sequence([.characters(digit(first + 1, last - 1)), rest])) }
    return .choice(choices)
  }

  /// The digits of a limit after the point.
  private struct Fraction {
    var digits: [UInt8]
    var isExclusive: Bool
  }

  /// A limit's magnitude, digit by digit.
  private struct Decimal {
    var whole: [UInt8]
    var fraction: [UInt8]
    var isExclusive: Bool

    init(whole: [UInt8], fraction: [UInt8], isExclusive: Bool) {
      self.whole = whole
      self.fraction = fraction
      self.isExclusive = isExclusive
    }

    init(_ bound: SchemaNode.Bound) {
      let digits = bound.value.digits.map { $0 - 48 }
      let point = bound.value.exponent
      let padded =
        [UInt8](repeating: 0, count: max(0, -point)) + digits
        + [UInt8](repeating: 0, count: max(0, point - digits.count))
      let count = max(0, point)
      whole = count == 0 ? [0] : Array(padded[..<count])
      fraction = Array(padded[count...])
      isExclusive = bound.isExclusive
    }
  }

  private static let anyDigit = Expression.characters(.digits)

  private static func digit(_ low: UInt8, _ high: UInt8) -> CodePoints {
    CodePoints([UInt32(low) + 48...UInt32(high) + 48])
  }

  private static func digits(_ digits: [UInt8]) -> Expression { .literal(digits.map(String.init).joined()) }

  private static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }

  private static func successor(_ digits: [UInt8]) -> [UInt8] {
    var result = digits
    for index in result.indices.reversed() {
      guard result[index] == 9 else {
        result[index] += 1
        return result
      }
      result[index] = 0
    }
    return [1] + result
  }

  /// Returns the digits of one less; `nil` for zero.
  private static func predecessor(_ digits: [UInt8]) -> [UInt8]? {
    guard digits != [0] else { return nil }
    var result = digits
    for index in result.indices.reversed() {
      guard result[index] == 0 else {
        result[index] -= 1
        break
      }
      result[index] = 9
    }
    return result.count > 1 && result[0] == 0 ? Array(result.dropFirst()) : result
  }
}
