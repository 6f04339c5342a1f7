/// Macros within a text of AsciiDoc, which become their text. Reads each sign once, whatever is left open.
struct AsciiDocInline {
  private let text: [UInt8]
  /// Where the next sign of a kind stands, by place.
  private let closing, angle, parenthesis, end, mark: [Int]
  private var result: [UInt8] = []
  private var place = 0

  /// Returns a text with its macros as their text.
  static func text(_ text: String, _ attributes: [String: String]) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { "{<[(+".utf8.contains($0) }) else { return text }
    var inline = AsciiDocInline(expanded(bytes, attributes))
    inline.read()
    return String(decoding: inline.result, as: UTF8.self)
  }

  private init(_ text: [UInt8]) {
    self.text = text
    func next(_ signs: String, orSpace: Bool = false) -> [Int] {
      let signs = Array(signs.utf8)
      var found = Array(repeating: text.count, count: text.count + 1)
      for place in text.indices.reversed() {
        let isFound = signs.contains(text[place]) || orSpace && text[place] <= 0x20
        found[place] = isFound ? place : found[place + 1]
      }
      return found
    }
    closing = next("]")
    angle = next(">")
    parenthesis = next("()")
    end = next("[]", orSpace: true)
    mark = next("#\n")
  }

  // MARK: Attributes

  /// Returns a text with the values of its attributes; where they make it, or the file's text, many times as long,
  /// without the rest of them.
  private static func expanded(_ text: [UInt8], _ attributes: [String: String]) -> [UInt8] {
    guard text.contains(UInt8(ascii: "{")), TextBudget.current?.isSpent != true else { return text }
    var (result, place): ([UInt8], Int) = ([], 0)
    let longest = 16 * text.count + (64 << 10)
    while place < text.count {
      if text[place] == UInt8(ascii: "{"), result.count < longest {
        let name = text[(place + 1)...].prefix(longestName).prefix(while: isWord)
        if !name.isEmpty, name.endIndex < text.count, text[name.endIndex] == UInt8(ascii: "}"),
          let value = attributes[String(decoding: name, as: UTF8.self).lowercased()]
        {
          result += value.utf8
          place = name.endIndex + 1
          continue
        }
      }
      result.append(text[place])
      place += 1
    }
    return result
  }

  private static let longestName = 200

  private static func isWord(_ byte: UInt8) -> Bool {
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || (0x30...0x39).contains(byte) || byte >= 0x80
      || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }

  // MARK: Macros

  private mutating func read() {
    while place < text.count {
      let found =
        switch text[place] {
        case UInt8(ascii: "<"): reference()
        case UInt8(ascii: "["): anchor() || role()
        case UInt8(ascii: "("): indexTerm()
        case 0x20, 0x09, 0x0A: lineBreak()
        case UInt8(ascii: "a")...UInt8(ascii: "z"): macro()
        default: false
        }
      guard !found else { continue }
      result.append(text[place])
      place += 1
    }
  }

  private func has(_ words: String, at place: Int) -> Bool { text[min(place, text.count)...].starts(with: words.utf8) }

  private mutating func write(_ range: Range<Int>, to end: Int) -> Bool {
    result += text[range]
    place = end
    return true
  }

  /// `<<place>>`, `<<place,text>>`
  private mutating func reference() -> Bool {
    guard has("<<", at: place) else { return false }
    let (start, close) = (place + 2, angle[min(place + 2, text.count)])
    guard close > start, has(">>", at: close) else { return false }
    if let comma = text[start..<close].firstIndex(of: UInt8(ascii: ",")) {
      guard comma > start, comma + 1 < close else { return false }
      return write((comma + 1)..<close, to: close + 2)
    }
    return write((text[start] == UInt8(ascii: "#") ? start + 1 : start)..<close, to: close + 2)
  }

  /// `[[place]]`
  private mutating func anchor() -> Bool {
    guard has("[[", at: place) else { return false }
    let close = closing[min(place + 2, text.count)]
    guard close > place + 2, has("]]", at: close) else { return false }
    let id = text[(place + 2)..<close].prefix { Self.isWord($0) || ":.".utf8.contains($0) }
    guard id.endIndex == close || text[id.endIndex] == UInt8(ascii: ","), !id.isEmpty else { return false }
    return write(place..<place, to: close + 2)
  }

  /// `[.role]#text#`
  private mutating func role() -> Bool {
    let start = place + 1
    guard start < text.count, ".#".utf8.contains(text[start]) else { return false }
    let name = text[start...].prefix(Self.longestName).prefix { Self.isWord($0) || ".#".utf8.contains($0) }
    guard name.count > 1, has("]#", at: name.endIndex) else { return false }
    let words = name.endIndex + (has("]##", at: name.endIndex) ? 3 : 2)
    let close = mark[min(words, text.count)]
    guard close > words, close < text.count, text[close] == UInt8(ascii: "#") else { return false }
    return write(words..<close, to: close + (has("##", at: close) ? 2 : 1))
  }

  /// `(((term)))`
  private mutating func indexTerm() -> Bool {
    guard has("(((", at: place) else { return false }
    let close = parenthesis[min(place + 3, text.count)]
    return has(")))", at: close) && write(place..<place, to: close + 3)
  }

  /// A space and a plus sign at the end of a line.
  private mutating func lineBreak() -> Bool {
    let after = place + 2
    guard has("+", at: place + 1), after >= text.count || text[after] == 0x0A else { return false }
    return write(min(after, text.count)..<min(after + 1, text.count), to: min(after + 1, text.count))
  }

  private static let notes = ["footnote:", "footnoteref:"]
  private static let links = ["link:", "xref:", "mailto:"]
  private static let addresses = ["http://", "https://"]
  private static let others = [
    "image:", "icon:", "kbd:", "btn:", "menu:", "stem:", "latexmath:", "asciimath:", "pass:",
  ]
  private static let terms = ["indexterm:", "indexterm2:"]

  /// `link:target[text]` and the like.
  private mutating func macro() -> Bool {
    func named(_ names: [String]) -> String? { names.first { has($0, at: place) } }
    for (names, kind) in [(Self.notes, 0), (Self.links, 1), (Self.addresses, 2), (Self.others, 3), (Self.terms, 4)] {
      guard let name = named(names) else { continue }
      let target = place + name.utf8.count
      let open = end[min(target, text.count)]
      guard open < text.count, text[open] == UInt8(ascii: "["), closing[open] < text.count else { return false }
      let (words, close) = (open + 1, closing[open])
      guard kind == 0 || kind == 3 || kind == 4 && open == target || open > target else { return false }
      let label = kind < 2 ? words..<close : words..<(text[words..<close].firstIndex(of: UInt8(ascii: ",")) ?? close)
      switch kind {
      case 0:
        result += " (".utf8 + text[label] + ")".utf8
        place = close + 1
        return true
      case 1: return write(label.isEmpty ? target..<open : label, to: close + 1)
      case 2: return write(label.isEmpty ? place..<open : label, to: close + 1)
      case 3: return write(label, to: close + 1)
      default: return write(place..<place, to: close + 1)
      }
    }
    return false
  }
}
