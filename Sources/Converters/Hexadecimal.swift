/// Bytes that are written as a mark with two signs, such as `=C3` (RFC 2045) and `%C3` (RFC 3986).
enum Hexadecimal {
  static func decoded(_ text: some Collection<UInt8>, mark: UInt8) -> [UInt8] {
    let text = Array(text)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var place = 0
    while place < text.count {
      if text[place] == mark, place + 2 < text.count, let high = value(text[place + 1]),
        let low = value(text[place + 2])
      {
        bytes.append(high << 4 | low)
        place += 3
      } else {
        bytes.append(text[place])
        place += 1
      }
    }
    return bytes
  }

  private static func value(_ sign: UInt8) -> UInt8? {
    switch sign {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): sign - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): sign - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): sign - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
