/// Finds the names that HTML gives to places on a line: `<a name="intro">`, `<h2 id="intro">`.
enum HTMLNames {
  /// Returns the names in order. Cost: one pass over the line, whatever is not closed on it.
  static func names(in line: ArraySlice<UInt8>) -> [String] {
    guard line.contains(UInt8(ascii: "<")), line.contains(UInt8(ascii: "=")) else { return [] }
    var names: [String] = []
    var isInTag = false
    var place = line.startIndex
    while place < line.endIndex {
      let byte = line[place]
      place += 1
      if byte == UInt8(ascii: "<"), !isInTag {
        let name = line[place...].prefix(while: \.isWord)
        place = name.endIndex
        isInTag = !name.isEmpty && place < line.endIndex && line[place].isBlank
      } else if byte == UInt8(ascii: ">") {
        isInTag = false
      } else if isInTag, byte.isBlank, let value = value(in: line[place...]) {
        names.append(String(decoding: value, as: UTF8.self))
        place = value.endIndex
      }
    }
    return names
  }

  /// Returns the value of the attribute that a text begins with, if the attribute names a place.
  private static func value(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let key = ["name", "id"].first(where: { text.starts(with: $0.utf8) }) else { return nil }
    var rest = text.dropFirst(key.utf8.count).drop(while: \.isBlank)
    guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
    rest = rest.drop(while: \.isBlank)
    if let quote = rest.first, "\"'".utf8.contains(quote) { rest = rest.dropFirst() }
    let value = rest.prefix { !$0.isBlank && !"\"'>".utf8.contains($0) }
    return value.isEmpty ? nil : value
  }
}

extension UInt8 {
  /// Whether it may be part of a word: an ASCII letter, a digit, `_`, or a part of any other character.
  fileprivate var isWord: Bool {
    (0x61...0x7A).contains(self | 0x20) || (0x30...0x39).contains(self) || self == UInt8(ascii: "_") || self >= 0x80
  }
}
