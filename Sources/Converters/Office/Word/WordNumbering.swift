/// Counts the items of a document's numbered lists.
struct WordNumbering {
  private struct Level {
    /// How numbers are written, as the file has it; `nil` if there are none.
    var format: String?
    var start = 1
  }

  /// The levels of each list by the list's id.
  private var lists: [String: [Int: Level]] = [:]
  private var counts: [String: [Int: Int]] = [:]

  init(_ numbering: MarkupNode?) {
    var kinds: [String: [Int: Level]] = [:]
    for kind in numbering?.all("abstractNum") ?? [] {
      guard let id = kind.attribute("abstractNumId") else { continue }
      for level in kind.all("lvl") {
        guard let number = level.attribute("ilvl").flatMap(Int.init) else { continue }
        let format = level.first("numFmt")?.attribute("val") ?? "decimal"
        let start = level.first("start")?.attribute("val").flatMap(Int.init) ?? 1
        kinds[id, default: [:]][number] = Level(
          format: ["bullet", "none"].contains(format) ? nil : format, start: start)
      }
    }
    for list in numbering?.all("num") ?? [] {
      guard let id = list.attribute("numId"), let kind = list.first("abstractNumId")?.attribute("val") else { continue }
      lists[id] = kinds[kind]
    }
  }

  /// Returns the mark of the next item of a list, and the label that its text begins with if the mark is no number.
  mutating func mark(of list: String, level: Int) -> (marker: String, label: String) {
    guard let kind = lists[list]?[level], let format = kind.format else { return ("-", "") }
    let number = counts[list]?[level].map { $0 &+ 1 } ?? kind.start
    // Deeper items start again.
    counts[list] = counts[list, default: [:]].filter { $0.key < level }
    counts[list, default: [:]][level] = number
    // Markdown has items with digits only. After a parenthesis no sentence ends, as one might after `ii.`.
    return Self.letters(number, format).map { ("-", $0 + ") ") } ?? ("\(number).", "")
  }

  /// Returns a number as letters or a Roman one; `nil` if it is written otherwise, or would be longer than Word allows.
  private static func letters(_ number: Int, _ format: String) -> String? {
    switch format {
    case "lowerLetter", "upperLetter":
      // After z come aa and bb, up to 30 letters.
      guard (1...780).contains(number) else { return nil }
      let first: UInt8 = format == "lowerLetter" ? 0x61 : 0x41
      let letter = Character(UnicodeScalar(first + UInt8((number - 1) % 26)))
      return String(repeating: letter, count: (number - 1) / 26 + 1)
    case "lowerRoman": return roman(number)
    case "upperRoman": return roman(number)?.uppercased()
    default: return nil
    }
  }

  private static func roman(_ number: Int) -> String? {
    guard (1..<4000).contains(number) else { return nil }
    var (rest, text) = (number, "")
    for (value, numeral) in numerals {
      text += String(repeating: numeral, count: rest / value)
      rest %= value
    }
    return text
  }

  private static let numerals = [
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
  ]
}
