/// A line of a subtitle: its tags become the names of those who speak, or nothing (WebVTT, 3.5).
enum CueText {
  static func text(of line: Substring) -> String {
    guard line.utf8.contains(where: { "<{&".utf8.contains($0) }) else { return String(line) }
    var text: [UInt8] = []
    var rest = Array(line.utf8)[...]
    while let first = rest.first {
      if first == UInt8(ascii: "<"), rest.dropFirst().first != 0x20, let end = end(of: rest, at: UInt8(ascii: ">")) {
        text += speaker(String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)).utf8
        rest = rest[(end + 1)...]
      } else if first == UInt8(ascii: "{"), rest.dropFirst().first == UInt8(ascii: "\\"),
        let end = end(of: rest, at: UInt8(ascii: "}"))
      {
        rest = rest[(end + 1)...]
      } else if first == UInt8(ascii: "&"), let (sign, count) = sign(at: rest) {
        text += sign.utf8
        rest = rest.dropFirst(count)
      } else {
        text.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Tags are short.
  private static let longestTag = 1000

  private static func end(of tag: ArraySlice<UInt8>, at sign: UInt8) -> Int? {
    let end = tag.dropFirst().prefix(longestTag).firstIndex { $0 == sign || $0 == tag.first }
    return end.flatMap { tag[$0] == sign ? $0 : nil }
  }

  /// Returns the name in a tag such as `v.loud Ida`, with a colon.
  private static func speaker(_ tag: String) -> String {
    let parts = tag.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard parts.count == 2, parts[0] == "v" || parts[0].hasPrefix("v.") else { return "" }
    return text(of: parts[1].filter { $0 != "<" }[...]) + ": "
  }

  private static let signs = [
    "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "quot": "\"", "apos": "'", "lrm": "", "rlm": "",
  ]

  private static func sign(at rest: ArraySlice<UInt8>) -> (sign: String, count: Int)? {
    guard let end = rest.prefix(10).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
    let count = end + 1 - rest.startIndex
    if let sign = signs[name] { return (sign, count) }
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.dropFirst().first == "x" || name.dropFirst().first == "X"
    let code = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
    return code.flatMap(UnicodeScalar.init).map { (String($0), count) }
  }
}
