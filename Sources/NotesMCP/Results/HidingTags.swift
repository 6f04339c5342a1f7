/// Finds the tags of HTML whose elements are not shown, from the first to the last.
struct HidingTags {
  private let bytes: ArraySlice<UInt8>
  /// The next place, from the last tag on, that ends a tag, and that may hide one.
  private var end: Int
  private var sign: Int
  /// How many bytes of tags may still be read closely. Tags may begin in each other, so it could be the square of all.
  private var budget: Int

  /// The most bytes of a tag.
  private static let longest = 4096
  /// How often a byte may be read closely, on average.
  private static let mostReadings = 8
  /// Elements that are not shown whatever their attributes.
  private static let unseenElements: Set = ["script", "style", "template", "noscript"]
  /// One of these is in every tag that hides its element.
  private static let signs = ["hidden", "none"].map { Array($0.utf8) }

  init(in bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    (end, sign) = (bytes.startIndex - 1, bytes.startIndex - 1)
    budget = Self.mostReadings * bytes.count + Self.longest
  }

  /// Returns the name of the element whose tag begins at a place behind all earlier ones; `nil` if it is shown, or if
  /// no tag begins there.
  mutating func name(at place: Int) -> ArraySlice<UInt8>? {
    let inside = bytes[(place + 1)...]
    guard let first = inside.first, Self.isLetter(first) else { return nil }
    let name = inside.prefix {
      Self.isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") || $0 >= 0x80
    }
    if Self.unseenElements.contains(String(decoding: name.prefix(9), as: UTF8.self).lowercased()) { return name }
    if end <= place { end = inside.firstIndex(of: UInt8(ascii: ">")) ?? bytes.endIndex }
    if sign <= place { sign = inside.indices.first(where: isSign) ?? bytes.endIndex }
    let limit = min(end, place + Self.longest)
    guard sign < limit else { return nil }
    budget -= limit - place
    // Of a text made to be read again and again, every such tag counts.
    guard budget >= 0 else { return name }
    return Self.hides(String(decoding: bytes[place + 1..<limit], as: UTF8.self).lowercased()) ? name : nil
  }

  private func isSign(_ place: Int) -> Bool {
    Self.signs.contains { sign in
      bytes[place] | 0x20 == sign[0] && bytes.endIndex - place >= sign.count
        && sign.indices.allSatisfy { bytes[place + $0] | 0x20 == sign[$0] }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// Whether a tag, in lower case, hides its element.
  private static func hides(_ tag: String) -> Bool {
    // A space within a declaration changes nothing.
    let packed = tag.filter { !$0.isWhitespace }
    return packed.contains("display:none") || packed.contains("visibility:hidden")
      || withoutValues(tag).split(whereSeparator: { $0.isWhitespace || $0 == "/" }).dropFirst()
        .contains { $0 == "hidden" || $0.hasPrefix("hidden=") }
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
