/// Counts the items of a document's numbered lists.
struct WordNumbering {
  private struct Level {
    var isNumber = false
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
        kinds[id, default: [:]][number] = Level(isNumber: !["bullet", "none"].contains(format), start: start)
      }
    }
    for list in numbering?.all("num") ?? [] {
      guard let id = list.attribute("numId"), let kind = list.first("abstractNumId")?.attribute("val") else { continue }
      lists[id] = kinds[kind]
    }
  }

  /// Returns the mark of the next item of a list.
  mutating func mark(of list: String, level: Int) -> String {
    guard let kind = lists[list]?[level], kind.isNumber else { return "-" }
    let number = counts[list]?[level].map { $0 &+ 1 } ?? kind.start
    // Deeper items start again.
    counts[list] = counts[list, default: [:]].filter { $0.key < level }
    counts[list, default: [:]][level] = number
    return "\(number)."
  }
}
