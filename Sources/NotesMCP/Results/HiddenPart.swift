/// A part of a note that is hidden where the note is rendered, but not from a model.
///
/// Rather too much is called hidden than too little: code is not told apart, in which such signs can be seen.
struct HiddenPart {
  /// The bytes; to the end of the text if the part is not closed.
  var range: Range<Int>

  /// The most bytes of a tag.
  private static let longestTag = 4096
  /// Elements that are not shown whatever their attributes.
  private static let unseenElements: Set = ["script", "style", "template", "noscript"]

  /// Returns the hidden parts of a text in UTF-8. Cost: one pass over it.
  static func parts(of bytes: ArraySlice<UInt8>) -> [HiddenPart] {
    var parts: [HiddenPart] = []
    var place = bytes.startIndex
    func end(after mark: String, from start: Int) -> Int {
      var start = start
      let wanted = Array(mark.utf8)
      while let first = bytes[min(start, bytes.endIndex)...].firstIndex(of: wanted[0]) {
        if bytes[first...].starts(with: wanted) { return first + wanted.count }
        start = first + 1
      }
      return bytes.endIndex
    }
    func add(until end: Int) {
      parts.append(HiddenPart(range: place..<end))
      place = end
    }
    while place < bytes.endIndex {
      let rest = bytes[place...]
      switch bytes[place] {
      case UInt8(ascii: "<") where rest.starts(with: "<!--".utf8):
        add(until: end(after: "-->", from: place + 4))
      case UInt8(ascii: "<"):
        if let tag = hidingTag(rest) {
          add(until: end(after: "</" + tag, from: place + 1))
        } else {
          place += 1
        }
      case UInt8(ascii: "%") where rest.starts(with: "%%".utf8):
        add(until: end(after: "%%", from: place + 2))
      case UInt8(ascii: "[") where rest.starts(with: "[//]:".utf8) || rest.starts(with: "[comment]:".utf8):
        add(until: end(after: "\n", from: place))
      default: place += 1
      }
    }
    return parts
  }

  /// Returns the name of the element that begins a text, if the element is not shown.
  private static func hidingTag(_ bytes: ArraySlice<UInt8>) -> String? {
    let inside = bytes.dropFirst().prefix(longestTag)
    guard let first = inside.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A else { return nil }
    let tag = String(decoding: inside.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    let name = String(tag.prefix { $0.isLetter || $0.isNumber || $0 == "-" })
    let lowered = tag.lowercased()
    if unseenElements.contains(name.lowercased()) { return name }
    // A space within a declaration changes nothing.
    let packed = lowered.filter { !$0.isWhitespace }
    let isHidden =
      packed.contains("display:none") || packed.contains("visibility:hidden")
      || withoutValues(lowered).split(whereSeparator: { $0.isWhitespace || $0 == "/" }).dropFirst()
        .contains { $0 == "hidden" || $0.hasPrefix("hidden=") }
    return isHidden ? name : nil
  }
  /// Returns a tag without what stands in quotes.
  private static func withoutValues(_ tag: String) -> String {
    var (rest, quote) = ("", Character?.none)
    for character in tag {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else {
        rest.append(character)
      }
    }
    return rest
  }
}
