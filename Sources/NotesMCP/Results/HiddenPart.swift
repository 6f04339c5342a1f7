/// A part of a note that is hidden where the note is rendered, but not from a model.
///
/// Rather too much is called hidden than too little: code is not told apart, in which such signs can be seen.
struct HiddenPart: Equatable {
  /// The bytes; to the end of the text if the part is not closed.
  var range: Range<Int>

  /// Returns the hidden parts of a text in UTF-8. Cost: a few passes over it, whatever its tags are.
  static func parts(of bytes: ArraySlice<UInt8>) -> [HiddenPart] {
    var parts: [HiddenPart] = []
    var tags = HidingTags(in: bytes)
    var place = bytes.startIndex
    /// Returns where a mark ends; if it is missing, the rest of the text is hidden, so that nothing is read twice.
    func end(after mark: some Collection<UInt8>, from start: Int) -> Int {
      var start = start
      while let first = bytes[min(start, bytes.endIndex)...].firstIndex(where: { $0 == mark.first }) {
        if bytes[first...].starts(with: mark) { return first + mark.count }
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
        add(until: end(after: "-->".utf8, from: place + 4))
      case UInt8(ascii: "<"):
        if let name = tags.name(at: place) {
          add(until: end(after: Array("</".utf8) + name, from: place + 1))
        } else {
          place += 1
        }
      case UInt8(ascii: "%") where rest.starts(with: "%%".utf8):
        add(until: end(after: "%%".utf8, from: place + 2))
      case UInt8(ascii: "[") where rest.starts(with: "[//]:".utf8) || rest.starts(with: "[comment]:".utf8):
        add(until: end(after: "\n".utf8, from: place))
      default: place += 1
      }
    }
    return parts
  }
}
