/// Where sentences begin.
///
/// A rule of thumb, for places to part a text that is too long: a stop too many or too few does no harm.
enum SentenceBreaks {
  /// The beginnings of the sentences in some bytes of a text, the first of them included.
  static func starts(
    in bytes: [UInt8], _ range: Range<Int>, _ meter: WorkMeter
  ) throws(CancellationError) -> [Int] {
    var starts = [range.lowerBound]
    var index = range.lowerBound
    while index < range.upperBound {
      try meter.add(1)
      let length = stopLength(bytes, index, range.upperBound)
      guard length > 0 else {
        index += 1
        continue
      }
      let isASCII = bytes[index] < 0x80
      let stop = index
      index += length
      while index < range.upperBound {
        let next = max(
          stopLength(bytes, index, range.upperBound), closerLength(bytes, index, range.upperBound))
        guard next > 0 else { break }
        try meter.add(1)
        index += next
      }
      var next = index
      while next < range.upperBound, bytes[next].isBlank { next += 1 }
      try meter.add(next - index)
      guard next < range.upperBound else { break }
      if isASCII, next == index || !endsSentence(bytes, stop: stop, next: next, range.lowerBound) { continue }
      starts.append(next)
      index = next
    }
    return starts
  }

  /// `。 ｡ ！ ？`, which need no space behind them, and `…`.
  private static let wideStops: [[UInt8]] = ["。", "｡", "！", "？", "…"].map { Array($0.utf8) }
  private static let wideClosers: [[UInt8]] = ["」", "』", "）", "】", "”", "’", "»"].map { Array($0.utf8) }

  private static func stopLength(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Int {
    let byte = bytes[index]
    if byte < 0x80 { return byte == 0x2E || byte == 0x21 || byte == 0x3F ? 1 : 0 }
    return length(of: wideStops, bytes, index, end)
  }

  private static func closerLength(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Int {
    let byte = bytes[index]
    if byte < 0x80 { return "\"')]*_`".utf8.contains(byte) ? 1 : 0 }
    return length(of: wideClosers, bytes, index, end)
  }

  private static func length(of marks: [[UInt8]], _ bytes: [UInt8], _ index: Int, _ end: Int) -> Int {
    guard bytes[index] >= 0xC2 else { return 0 }
    return marks.first { bytes[index..<end].starts(with: $0) }?.count ?? 0
  }

  private static let abbreviations: Set<String> = [
    "al", "approx", "bzw", "ca", "cf", "d.h", "dr", "e.g", "etc", "evtl", "fig", "ggf", "i.e", "inkl", "mr", "mrs",
    "ms",
    "no", "nr", "prof", "st", "str", "u.a", "usw", "vgl", "vs", "z.b",
  ]

  /// Whether a stop and the space behind it end a sentence.
  private static func endsSentence(_ bytes: [UInt8], stop: Int, next: Int, _ start: Int) -> Bool {
    guard bytes[stop] == UInt8(ascii: ".") else { return true }
    if (0x61...0x7A).contains(bytes[next]) { return false }
    var first = stop
    while first > start, stop - first <= 8, !bytes[first - 1].isBlank { first -= 1 }
    let word = bytes[first..<stop].drop { "(\"'*_".utf8.contains($0) }
    if word.count == 1, word.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) { return false }
    if word.count <= 2, word.allSatisfy({ (0x30...0x39).contains($0) }) { return false }
    return !abbreviations.contains(String(decoding: word, as: UTF8.self).lowercased())
  }
}
