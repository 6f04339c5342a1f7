/// The bracket expression `[…]` of a shell pattern.
enum CharacterClass {
  /// Reads a class whose opening bracket has been read.
  ///
  /// Returns the bytes that it matches and the pattern after it, or `nil` if the class does not end or has an unknown
  /// name: such a pattern matches nothing.
  static func read(_ pattern: ArraySlice<UInt8>) -> (bytes: ByteSet, rest: ArraySlice<UInt8>)? {
    var rest = pattern
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest = rest.dropFirst() }
    var bytes = ByteSet()
    var previous: UInt8?
    var isFirst = true
    /// The next closing bracket, if it was already searched for.
    var close = rest.startIndex - 1
    while true {
      guard var sign = rest.popFirst() else { return nil }
      // A closing bracket in first position is a member of the class.
      if sign == UInt8(ascii: "]"), !isFirst {
        if isNegated { bytes.invert() }
        return (bytes, rest)
      }
      isFirst = false
      if sign == UInt8(ascii: "-"), let lower = previous, let next = rest.first, next != UInt8(ascii: "]") {
        rest = rest.dropFirst()
        var upper = next
        if next == UInt8(ascii: "\\") {
          guard let escaped = rest.popFirst() else { return nil }
          upper = escaped
        }
        if lower <= upper { for byte in lower...upper { bytes.insert(byte) } }
        previous = nil
        continue
      }
      if sign == UInt8(ascii: "["), rest.first == UInt8(ascii: ":") {
        if close <= rest.startIndex {
          guard let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "]")) else { return nil }
          close = end
        }
        if close - rest.startIndex >= 2, rest[close - 1] == UInt8(ascii: ":") {
          let name = String(decoding: rest[(rest.startIndex + 1)..<(close - 1)], as: UTF8.self)
          guard let named = named[name] else { return nil }
          bytes.formUnion(named)
          rest = rest[(close + 1)...]
          previous = nil
          continue
        }
      } else if sign == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else { return nil }
        sign = escaped
      }
      bytes.insert(sign)
      previous = sign
    }
  }

  /// The POSIX classes, in the C locale.
  private static let named: [String: ByteSet] = [
    "alnum": set { isLetter($0) || isDigit($0) },
    "alpha": set(isLetter),
    "blank": set(isBlank),
    "cntrl": set { $0 < 0x20 || $0 == 0x7F },
    "digit": set(isDigit),
    "graph": set(isGraph),
    "lower": set { (0x61...0x7A).contains($0) },
    "print": set { isGraph($0) || $0 == 0x20 },
    "punct": set { isGraph($0) && !isLetter($0) && !isDigit($0) },
    "space": set { isBlank($0) || (0x0A...0x0D).contains($0) },
    "upper": set { (0x41...0x5A).contains($0) },
    "xdigit": set { isDigit($0) || (0x41...0x46).contains($0 & 0xDF) },
  ]

  private static func set(_ holds: (UInt8) -> Bool) -> ByteSet {
    var bytes = ByteSet()
    for byte in UInt8.min...UInt8.max where holds(byte) { bytes.insert(byte) }
    return bytes
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isGraph(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
