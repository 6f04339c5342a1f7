/// The `[…]` of a shell pattern.
enum CharacterClass {
  /// Matches a byte with a class whose opening bracket has been read.
  ///
  /// Returns whether it matches and the pattern behind the class, or `nil` where the class does not end or has an
  /// unknown name: such a pattern matches nothing.
  static func match(_ pattern: ArraySlice<UInt8>, _ byte: UInt8) -> (isMatch: Bool, rest: ArraySlice<UInt8>)? {
    var rest = pattern
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest = rest.dropFirst() }
    var isMatch = false
    var previous: UInt8?
    var isFirst = true
    while true {
      guard var sign = rest.popFirst() else { return nil }
      // A bracket that stands first is one of the class.
      if sign == UInt8(ascii: "]"), !isFirst { return (isMatch != isNegated, rest) }
      isFirst = false
      if sign == UInt8(ascii: "-"), let lower = previous, let next = rest.first, next != UInt8(ascii: "]") {
        rest = rest.dropFirst()
        var upper = next
        if next == UInt8(ascii: "\\") {
          guard let escaped = rest.popFirst() else { return nil }
          upper = escaped
        }
        if lower <= byte, byte <= upper { isMatch = true }
        previous = nil
        continue
      }
      if sign == UInt8(ascii: "["), rest.first == UInt8(ascii: ":") {
        guard let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "]")) else { return nil }
        if end - rest.startIndex >= 2, rest[end - 1] == UInt8(ascii: ":") {
          let name = String(decoding: rest[(rest.startIndex + 1)..<(end - 1)], as: UTF8.self)
          guard let holds = named(name, byte) else { return nil }
          if holds { isMatch = true }
          rest = rest[(end + 1)...]
          previous = nil
          continue
        }
      } else if sign == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else { return nil }
        sign = escaped
      }
      if sign == byte { isMatch = true }
      previous = sign
    }
  }

  /// Whether a byte is of one of POSIX's classes, in the C locale; `nil` for a name that is none.
  private static func named(_ name: String, _ byte: UInt8) -> Bool? {
    let isUpper = (0x41...0x5A).contains(byte)
    let isLower = (0x61...0x7A).contains(byte)
    let isDigit = (0x30...0x39).contains(byte)
    let isGraph = (0x21...0x7E).contains(byte)
    let isBlank = byte == 0x20 || byte == 0x09
    return switch name {
    case "alnum": isUpper || isLower || isDigit
    case "alpha": isUpper || isLower
    case "blank": isBlank
    case "cntrl": byte < 0x20 || byte == 0x7F
    case "digit": isDigit
    case "graph": isGraph
    case "lower": isLower
    case "print": isGraph || byte == 0x20
    case "punct": isGraph && !(isUpper || isLower || isDigit)
    case "space": isBlank || (0x0A...0x0D).contains(byte)
    case "upper": isUpper
    case "xdigit": isDigit || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    default: nil
    }
  }
}
