/// The rule for where a sentence ends, used to split long paragraphs and to cite answers sentence by sentence.
///
/// Texts are UTF-8. The rule is a heuristic: a full stop ends a sentence only before white space and a possible
/// sentence start, not in `3.5`, `e.g. this` or `Dr. May`.
package enum SentenceEnd {
  /// Whether a sentence ends after `text`, which has no trailing white space, if `next` follows.
  ///
  /// - Parameters:
  ///   - isLowercase: Whether `next` begins with a lower-case letter.
  ///   - hasSpace: Whether white space separates the two.
  package static func isEnd(
    _ text: some BidirectionalCollection<UInt8>, before next: some BidirectionalCollection<UInt8>,
    isLowercase: Bool, hasSpace: Bool
  ) -> Bool {
    guard let last = text.last, mayEnd[Int(last)] else { return false }
    // In an array, since this is done for every character, and the collections' own code is not specialized here.
    var text = Array(text.suffix(longestEnd))[...]
    for _ in 0..<mostClosers {
      guard let length = closers.lengthOfLast(in: text) else { break }
      text = text.dropLast(length)
    }
    if let length = wideStops.lengthOfLast(in: text), length > 1 {
      return hasSpace || closers.lengthOfFirst(in: next) == nil
    }
    guard hasSpace, let length = spacedStops.lengthOfLast(in: text) else { return false }
    let sign = text.last
    text = text.dropLast(length)
    if sign == UInt8(ascii: "!") || sign == UInt8(ascii: "?") { return true }
    return !isLowercase && (length > 1 || !endsInAbbreviation(text))
  }

  /// Stops that need no space after them.
  private static let wideStops = Marks(["。", "｡", "！", "？"])
  private static let spacedStops = Marks([".", "!", "?", "…"])
  private static let stops = Marks([".", "!", "?", "…", "。", "｡", "！", "？"])
  /// Characters that may follow a sentence's last stop.
  private static let closers = Marks([
    "\"", "'", ")", "]", "*", "_", "」", "』", "）", "】", "”", "’", "»",
  ])

  /// Returns the length in bytes of the stop that `text` begins with; `nil` if there is none.
  package static func stopLength(_ text: ArraySlice<UInt8>) -> Int? { stops.lengthOfFirst(in: text) }

  /// Returns the length in bytes of the stop or closing character that `text` begins with; `nil` if there is neither.
  package static func markLength(_ text: ArraySlice<UInt8>) -> Int? {
    stops.lengthOfFirst(in: text) ?? closers.lengthOfFirst(in: text)
  }

  /// Whether a byte is the last of a stop or a closing character.
  private static let mayEnd = (0...UInt8.max).map { stops.endWith($0) || closers.endWith($0) }
  /// The most closing characters after a stop: no sentence has so many.
  private static let mostClosers = 32
  /// The bytes that decide: of closing characters, a stop and an abbreviation before it.
  private static let longestEnd = (mostClosers + 1) * 3 + longestAbbreviation + 1

  private static let abbreviations: Set<String> = [
    "al", "approx", "bzw", "ca", "cf", "d.h", "dr", "e.g", "evtl", "fig", "ggf", "i.e", "inc", "inkl", "mr", "mrs",
    "ms", "no", "nr", "prof", "st", "str", "u.a", "usw", "vgl", "vol", "vs", "z.b",
  ]
  private static let longestAbbreviation = 8

  /// Whether the word before a full stop is a common abbreviation, an initial, an ordinal (`3. Mai`) or empty.
  private static func endsInAbbreviation(_ text: ArraySlice<UInt8>) -> Bool {
    let end = text.suffix(longestAbbreviation + 1).reversed().prefix { !$0.isWhiteSpace }.reversed()
    let word = Array(end.drop { "(\"'*_".utf8.contains($0) })
    // Only stops, as in `[argument ...]`.
    if word.allSatisfy({ $0 == UInt8(ascii: ".") }) { return true }
    // A letter takes one byte, or two in Latin, Greek and Cyrillic.
    if word.count == 1, let letter = word.first, (0x41...0x5A).contains(letter & 0xDF) { return true }
    if word.count == 2, let first = word.first, (0xC3...0xD4).contains(first) { return true }
    if (1...2).contains(word.count), word.allSatisfy({ (0x30...0x39).contains($0) }) { return true }
    return abbreviations.contains(String(decoding: word, as: UTF8.self).lowercased())
  }

  /// A set of characters, matched by their UTF-8 bytes.
  private struct Marks {
    private let marks: [[UInt8]]
    private let firstBytes: [Bool]
    private let lastBytes: [Bool]

    init(_ marks: [String]) {
      self.marks = marks.map { Array($0.utf8) }
      let (first, last) = (Set(self.marks.map(\.first)), Set(self.marks.map(\.last)))
      firstBytes = (0...UInt8.max).map { first.contains($0) }
      lastBytes = (0...UInt8.max).map { last.contains($0) }
    }

    func endWith(_ byte: UInt8) -> Bool { lastBytes[Int(byte)] }

    func lengthOfFirst(in text: some Collection<UInt8>) -> Int? {
      guard let first = text.first, firstBytes[Int(first)] else { return nil }
      return marks.first { text.starts(with: $0) }?.count
    }

    func lengthOfLast(in text: ArraySlice<UInt8>) -> Int? {
      guard let last = text.last, lastBytes[Int(last)] else { return nil }
      return marks.first { text.suffix($0.count).elementsEqual($0) }?.count
    }
  }
}

extension UInt8 {
  fileprivate var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
