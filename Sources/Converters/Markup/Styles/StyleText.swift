/// Reads the values of CSS.
enum StyleText {
  /// Splits where a sign stands outside of quotes and brackets.
  static func split(_ text: [UInt8], at sign: UInt8) -> [ArraySlice<UInt8>] {
    var (parts, start, depth): ([ArraySlice<UInt8>], Int, Int) = ([], 0, 0)
    var quote: UInt8?
    for (place, byte) in text.enumerated() {
      if let open = quote {
        if byte == open { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth = max(0, depth - 1)
        case sign where depth == 0:
          parts.append(text[start..<place])
          start = place + 1
        default: break
        }
      }
    }
    return parts + [text[start...]]
  }

  /// Returns text in lower case, without the spaces around it.
  static func string(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  private static let pixels: [String: Double] = [
    "": 1, "px": 1, "pt": 1.33, "pc": 16, "in": 96, "cm": 38, "mm": 3.8, "em": 16, "rem": 16, "ex": 8, "ch": 8,
    "%": 10, "vw": 10, "vh": 10, "vmin": 10, "vmax": 10,
  ]

  /// Returns a number and its unit.
  static func number(_ text: Substring) -> (value: Double, unit: String)? {
    let sign = text.prefix { $0 == "-" || $0 == "+" }
    let digits = text.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard sign.count < 2, let value = Double("0" + digits), !digits.isEmpty else { return nil }
    return (sign == "-" ? -value : value, String(text.dropFirst(sign.count + digits.count)))
  }

  static func length(_ text: Substring) -> Double? {
    guard let (value, unit) = number(text), let pixels = pixels[unit] else { return nil }
    return value * pixels
  }

  /// Returns a number between 0 and 1, or in percent.
  static func share(_ text: Substring) -> Double? {
    guard let (value, unit) = number(text), unit.isEmpty || unit == "%" else { return nil }
    return unit.isEmpty ? value : value / 100
  }

  /// Returns functions such as `rotate(90deg)` with their arguments.
  static func functions(_ text: String) -> [(name: String, arguments: [Substring])] {
    text.split(separator: ")").compactMap { part in
      let sides = part.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { return nil }
      let name = sides[0].drop { $0 == " " }
      return (String(name), sides[1].split { $0 == " " || $0 == "," || $0 == "/" })
    }
  }
}
