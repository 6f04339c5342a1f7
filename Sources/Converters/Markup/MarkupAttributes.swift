/// Bounds the attributes of elements before libxml2 reads them: it compares each with all others of its element.
struct MarkupAttributes {
  private let bytes: [UInt8]
  private let isHTML: Bool
  private var dropped: [Range<Int>] = []
  private var place = 0

  /// No page and no office program writes as many.
  private static let most = 250
  /// In HTML, what stands in these is text, up to their end.
  private static let texts: Set<String> = [
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes",
  ]
  /// Elements that add to the first of their name.
  private static let single: Set<String> = ["html", "body"]

  /// Returns a file in UTF-8 without the attributes of an element that are more than are read.
  static func bounded(_ bytes: [UInt8], isHTML: Bool) -> [UInt8] {
    var pass = MarkupAttributes(bytes: bytes, isHTML: isHTML)
    pass.read()
    guard !pass.dropped.isEmpty else { return bytes }
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var start = 0
    for range in pass.dropped {
      kept += bytes[start..<range.lowerBound]
      start = range.upperBound
    }
    return kept + bytes[start...]
  }

  private init(bytes: [UInt8], isHTML: Bool) { (self.bytes, self.isHTML) = (bytes, isHTML) }

  private mutating func read() {
    var singles: [String: Int] = [:]
    while let open = next(UInt8(ascii: "<")) {
      place = open + 1
      if has("!--") {
        skip(to: "-->")
      } else if has("![CDATA["), !isHTML {
        skip(to: "]]>")
      } else if let first = byte, first | 0x20 >= 0x61 && first | 0x20 <= 0x7A {
        let name = String(decoding: word(), as: UTF8.self).lowercased()
        let isSingle = isHTML && Self.single.contains(name)
        let count = attributes(after: isSingle ? singles[name] ?? 0 : 0)
        if isSingle { singles[name] = count }
        if isHTML, Self.texts.contains(name) { skip(to: "</" + name) }
      }
    }
  }

  private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

  private func next(_ sign: UInt8) -> Int? { place < bytes.count ? bytes[place...].firstIndex(of: sign) : nil }

  private func has(_ words: String) -> Bool { bytes[min(place, bytes.count)...].starts(with: words.utf8) }

  /// Goes behind words, in upper or lower case, or to the end.
  private mutating func skip(to words: String) {
    let words = Array(words.utf8)
    while let found = next(words[0]) {
      place = found
      if bytes[place...].prefix(words.count).elementsEqual(words, by: { $0 == $1 || $0 | 0x20 == $1 && $1 >= 0x61 }) {
        return
      }
      place += 1
    }
    place = bytes.count
  }

  private mutating func word() -> ArraySlice<UInt8> {
    let start = place
    while let byte, byte > 0x20, !"=>/<".utf8.contains(byte) { place += 1 }
    return bytes[start..<place]
  }

  private mutating func skipSpaces() {
    while let byte, byte <= 0x20 { place += 1 }
  }

  /// Reads the attributes of an element up to its end; those after too many are dropped.
  private mutating func attributes(after count: Int) -> Int {
    var count = count
    while true {
      let start = place
      while let byte, byte <= 0x20 || byte == UInt8(ascii: "/") { place += 1 }
      guard let first = byte, first != UInt8(ascii: ">"), first != UInt8(ascii: "<") else { return count }
      if word().isEmpty { place += 1 }
      skipSpaces()
      if byte == UInt8(ascii: "=") {
        place += 1
        skipSpaces()
        value()
      }
      count += 1
      if count > Self.most { dropped.append(start..<place) }
    }
  }

  private mutating func value() {
    guard let quote = byte else { return }
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      while let byte, byte > 0x20, byte != UInt8(ascii: ">") { place += 1 }
      return
    }
    place += 1
    place = next(quote).map { $0 + 1 } ?? bytes.count
  }
}
