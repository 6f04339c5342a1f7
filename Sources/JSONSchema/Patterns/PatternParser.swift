/// A parser for `Pattern`.
struct PatternParser {
  private let source: [Unicode.Scalar]
  private var index = 0
  private var depth = 0

  typealias Failure = Pattern.Failure

  init(_ source: [Unicode.Scalar]) { self.source = source }

  mutating func pattern() throws(Failure) -> Pattern {
    let pattern = try choice()
    guard index == source.count else { throw Failure(reason: "unmatched closing parenthesis") }
    return pattern
  }

  private var peek: Unicode.Scalar? { index < source.count ? source[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }

  private mutating func take(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    guard source[index...].starts(with: scalars) else { return false }
    index += scalars.count
    return true
  }

  private mutating func choice() throws(Failure) -> Pattern {
    depth += 1
    defer { depth -= 1 }
    guard depth < 64 else { throw Failure(reason: "its groups are nested too deeply") }
    var choices = [try sequence()]
    while take("|") { choices.append(try sequence()) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func sequence() throws(Failure) -> Pattern {
    var parts: [Pattern] = []
    while let next = peek, next != "|", next != ")" { parts.append(try quantified()) }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func quantified() throws(Failure) -> Pattern {
    let atom = try atom()
    guard let (low, high) = try quantifier() else { return atom }
    if case .start = atom { throw Failure(reason: "an anchor cannot be repeated") }
    if case .end = atom { throw Failure(reason: "an anchor cannot be repeated") }
    // Greedy and lazy quantifiers describe the same language.
    _ = take("?")
    guard try quantifier() == nil else { throw Failure(reason: "there is nothing to repeat") }
    return .repeated(atom, low, high)
  }

  private mutating func quantifier() throws(Failure) -> (Int, Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = index
    guard take("{"), let low = number() else {
      index = start
      return nil
    }
    var high: Int? = low
    if take(",") { high = number() }
    guard take("}") else {
      index = start
      return nil
    }
    guard low <= high ?? .max else { throw Failure(reason: "a repetition's minimum exceeds its maximum") }
    guard max(low, high ?? 0) <= PatternAutomaton.mostStates else { throw Failure(reason: "it repeats too often") }
    return (low, high)
  }

  private mutating func number() -> Int? {
    let digits = source[index...].prefix { ("0"..."9").contains($0) }
    index += digits.count
    return digits.isEmpty ? nil : Int(String(String.UnicodeScalarView(digits))) ?? .max
  }

  private mutating func atom() throws(Failure) -> Pattern {
    let scalar = source[index]
    index += 1
    switch scalar {
    case "^": return .start
    case "$": return .end
    case ".": return .characters(CodePoints("\n\r\u{2028}\u{2029}").inverted)
    case "(": return try group()
    case "[": return .characters(try characterClass())
    case "\\": return .characters(try escape(inClass: false))
    case "*", "+", "?": throw Failure(reason: "there is nothing to repeat")
    default: return .characters(CodePoints([scalar.value...scalar.value]))
    }
  }

  private mutating func group() throws(Failure) -> Pattern {
    if take("?") {
      if take("=") || take("!") || take("<=") || take("<!") {
        throw Failure(reason: "lookaround is not regular")
      }
      if take("<") {
        index += source[index...].prefix { $0 != ">" }.count
        guard take(">") else { throw Failure(reason: "a group's name is not closed") }
      } else if !take(":") {
        throw Failure(reason: "it sets flags")
      }
    }
    let inner = try choice()
    guard take(")") else { throw Failure(reason: "a parenthesis is not closed") }
    return inner
  }

  private mutating func characterClass() throws(Failure) -> CodePoints {
    let isInverted = take("^")
    var ranges: [ClosedRange<UInt32>] = []
    while !take("]") {
      let low = try classAtom()
      let start = index
      if take("-"), let next = peek, next != "]" {
        let high = try classAtom()
        if let first = low.single, let last = high.single {
          guard first <= last else { throw Failure(reason: "a character range is out of order") }
          ranges.append(first...last)
        } else {
          ranges += low.ranges + high.ranges + [0x2D...0x2D]
        }
      } else {
        index = start
        ranges += low.ranges
      }
    }
    let points = CodePoints(ranges)
    return isInverted ? points.inverted : points.intersection(.all)
  }

  private mutating func classAtom() throws(Failure) -> CodePoints {
    guard let scalar = peek else { throw Failure(reason: "a character class is not closed") }
    index += 1
    return scalar == "\\" ? try escape(inClass: true) : CodePoints([scalar.value...scalar.value])
  }

  private mutating func escape(inClass: Bool) throws(Failure) -> CodePoints {
    guard let scalar = peek else { throw Failure(reason: "it ends with a backslash") }
    index += 1
    switch scalar {
    case "d": return .digits
    case "D": return CodePoints.digits.inverted
    case "w": return .word
    case "W": return CodePoints.word.inverted
    case "s": return .space
    case "S": return CodePoints.space.inverted
    case "n": return CodePoints("\n")
    case "r": return CodePoints("\r")
    case "t": return CodePoints("\t")
    case "f": return CodePoints("\u{C}")
    case "v": return CodePoints("\u{B}")
    case "b" where inClass: return CodePoints("\u{8}")
    case "b", "B": throw Failure(reason: "word boundaries are not supported")
    case "0": return CodePoints("\0")
    case "1"..."9", "k": throw Failure(reason: "back-references are not regular")
    case "p", "P": throw Failure(reason: "Unicode properties are not supported")
    case "c":
      guard let letter = peek, letter.isASCII, letter.properties.isAlphabetic else {
        throw Failure(reason: "\\c needs a letter")
      }
      index += 1
      return CodePoints([letter.value % 32...letter.value % 32])
    case "x": return try CodePoints([hexadecimal(2)].map { $0...$0 })
    case "u": return try CodePoints([unicodeEscape()].map { $0...$0 })
    default:
      guard !(scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)) else {
        throw Failure(reason: "\\\(scalar) is not an escape")
      }
      return CodePoints([scalar.value...scalar.value])
    }
  }

  private mutating func unicodeEscape() throws(Failure) -> UInt32 {
    if take("{") {
      let digits = source[index...].prefix { $0 != "}" }
      index += digits.count
      guard take("}"), let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16), value <= 0x10FFFF else {
        throw Failure(reason: "\\u is not followed by a code point")
      }
      return value
    }
    let first = try hexadecimal(4)
    let start = index
    if (0xD800..<0xDC00).contains(first), take("\\u") {
      let second = try hexadecimal(4)
      if (0xDC00..<0xE000).contains(second) { return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00) }
      index = start
    }
    return first
  }

  private mutating func hexadecimal(_ count: Int) throws(Failure) -> UInt32 {
    let digits = source[index...].prefix(count)
    guard digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit),
      let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
    else { throw Failure(reason: "an escape needs \(count) hexadecimal digits") }
    index += count
    return value
  }
}
