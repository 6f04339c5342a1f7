import Foundation

/// Words of a header in another charset, such as `=?utf-8?q?sm=C3=B8r?=` (RFC 2047).
struct EncodedWords {
  private var charset: String
  private var isBase64: Bool
  private var content: ArraySlice<UInt8>
  private var end: Int

  /// Returns a header with those that follow one another as one: a letter may begin in one and end in the next.
  static func joined(_ header: [UInt8]) -> [UInt8] {
    replaced(in: header) { words in
      guard words.count > 1, let charset = words.first?.charset else { return nil }
      return Array("=?\(charset)?B?\(Data(bytes(of: words)).base64EncodedString())?=".utf8)
    }
  }

  /// Returns a text with all of them decoded.
  static func decoded(_ text: String) -> String {
    guard text.contains("=?") else { return text }
    let bytes = replaced(in: Array(text.utf8)) { words in
      guard let charset = words.first?.charset else { return nil }
      return Charset.string(of: Self.bytes(of: words), in: charset).map { Array($0.utf8) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces each run of words with one charset; `nil` leaves it as it is.
  private static func replaced(in text: [UInt8], by replacement: ([EncodedWords]) -> [UInt8]?) -> [UInt8] {
    var (result, place): ([UInt8], Int) = ([], 0)
    while place < text.count {
      guard let first = EncodedWords(text, at: place) else {
        result.append(text[place])
        place += 1
        continue
      }
      var run = [first]
      while let last = run.last {
        let next = text[last.end...].firstIndex { $0 > 0x20 } ?? text.count
        guard let word = EncodedWords(text, at: next), word.charset == first.charset else { break }
        run.append(word)
      }
      let end = run.last?.end ?? first.end
      result += replacement(run) ?? Array(text[place..<end])
      place = end
    }
    return result
  }

  /// Charsets have short names.
  private static let longestName = 40

  private init?(_ text: [UInt8], at start: Int) {
    guard start + 6 < text.count, text[start] == UInt8(ascii: "="), text[start + 1] == UInt8(ascii: "?") else {
      return nil
    }
    let question = UInt8(ascii: "?")
    let name = text[(start + 2)...].prefix(Self.longestName).prefix { $0 != question && $0 > 0x20 }
    let kind = name.endIndex + 1
    guard !name.isEmpty, kind + 2 < text.count, text[name.endIndex] == question, text[kind + 1] == question,
      let end = text[(kind + 2)...].firstIndex(of: question), end + 1 < text.count, text[end + 1] == UInt8(ascii: "=")
    else { return nil }
    let kind64 = UInt8(ascii: "b")
    guard [UInt8(ascii: "q"), kind64].contains(text[kind] | 0x20) else { return nil }
    (isBase64, content) = (text[kind] | 0x20 == kind64, text[(kind + 2)..<end])
    // A language may follow the charset (RFC 2231, 5).
    charset = String(decoding: name.prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self).lowercased()
    self.end = end + 2
  }

  /// Returns what a run of words says. Some programs also cut `=C3`, or a group of base64.
  private static func bytes(of run: [EncodedWords]) -> [UInt8] {
    var (bytes, open): ([UInt8], [UInt8]) = ([], [])
    for (place, word) in run.enumerated() {
      open += word.content
      let isEnd = place + 1 == run.count || run[place + 1].isBase64 != word.isBase64
      guard isEnd || word.isBase64 && word.content.last == UInt8(ascii: "=") else { continue }
      bytes += word.isBase64 ? base64(open) : quoted(open)
      open = []
    }
    return bytes
  }

  private static func quoted(_ content: [UInt8]) -> [UInt8] {
    Hexadecimal.decoded(content.lazy.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }, mark: UInt8(ascii: "="))
  }

  private static func base64(_ content: [UInt8]) -> [UInt8] {
    let signs = content.filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }
    let padding = Array(repeating: UInt8(ascii: "="), count: (4 - signs.count % 4) % 4)
    return Array(Data(base64Encoded: Data(signs + padding), options: .ignoreUnknownCharacters) ?? Data())
  }
}
