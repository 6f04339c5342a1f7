/// The headings of a document as a tree, and how they are written above a chunk.
struct HeadingPaths {
  private struct Section {
    var parent: Int
    var depth: Int
    var level: Int
    /// What the heading says; the root's is the document's title.
    var title: String
    /// The title as it is shown, cut where it is long; empty where it repeats the document's.
    var shown: String
    var tokens: Int
    var isCut: Bool
  }

  /// A heading path as it is written before a chunk.
  struct Shown {
    var text: String
    var tokens: Int
    /// The depth of the first heading that is shown, and of the last, counted from the root.
    var depths: ClosedRange<Int>
  }

  static let separator = " > "
  private static let mostKnown = 1_024

  private var sections: [Section]
  private var known: [Int: Shown] = [:]
  private let limit: Int
  private let separatorTokens: Int
  private let count: (Substring) -> Int

  /// - Parameter limit: Tokens that a path may have.
  init(title: String, limit: Int, count: @escaping (Substring) -> Int) {
    self.limit = limit
    self.count = count
    separatorTokens = count(HeadingPaths.separator[...])
    sections = []
    sections = [section(title, parent: 0, depth: 0, level: 0)]
  }

  /// Adds a heading behind the last, and returns its section.
  mutating func add(_ title: String, level: Int) -> Int {
    var parent = sections.count - 1
    while parent > 0, sections[parent].level >= level { parent = sections[parent].parent }
    var section = section(title, parent: parent, depth: sections[parent].depth + 1, level: level)
    if title == sections[0].title, parent == 0 { (section.shown, section.tokens) = ("", 0) }
    sections.append(section)
    return sections.count - 1
  }

  private func section(_ title: String, parent: Int, depth: Int, level: Int) -> Section {
    let shown = HeadingPaths.cut(title, to: max(1, limit / 2), count)
    return Section(
      parent: parent, depth: depth, level: level, title: title, shown: shown.text, tokens: shown.tokens,
      isCut: shown.text != title)
  }

  /// The headings above a section and its own, without the document's title.
  func titles(of section: Int) -> [String] {
    var titles: [String] = []
    var section = section
    while section > 0 {
      if !sections[section].title.isEmpty { titles.append(sections[section].title) }
      section = sections[section].parent
    }
    return titles.reversed()
  }

  /// The deepest section that holds both.
  func common(_ left: Int, _ right: Int) -> Int {
    var (left, right) = (left, right)
    while left != right {
      if sections[left].depth >= sections[right].depth {
        left = sections[left].parent
      } else {
        right = sections[right].parent
      }
    }
    return left
  }

  func parent(of section: Int) -> Int { sections[section].parent }

  /// The path of a section as it is shown: cut from the left where it is too long.
  mutating func shown(_ section: Int) -> Shown {
    if let shown = known[section] { return shown }
    let depths = sections[section].depth
    var shown = Shown(text: "", tokens: 0, depths: depths...depths)
    var parts: [String] = []
    var next = section
    while true {
      let part = sections[next]
      if !part.shown.isEmpty {
        let added = part.tokens + (parts.isEmpty ? 0 : separatorTokens)
        guard shown.tokens + added <= limit else { break }
        parts.append(part.shown)
        shown.tokens += added
      }
      shown.depths = part.depth...depths
      if next == 0 { break }
      next = part.parent
    }
    shown.text = parts.reversed().joined(separator: HeadingPaths.separator)
    // What is asked for again is near.
    if known.count >= HeadingPaths.mostKnown { known.removeAll(keepingCapacity: true) }
    known[section] = shown
    return shown
  }

  /// Whether a heading stands in full in the shown path of a section.
  mutating func isShown(_ heading: Int, inPathOf section: Int) -> Bool {
    guard !sections[heading].isCut else { return false }
    let depths = shown(section).depths
    let depth = sections[heading].depth
    guard depths.contains(depth), common(heading, section) == heading else { return false }
    // One that repeats the document's title is shown by it.
    return !sections[heading].shown.isEmpty || depths.lowerBound == 0
  }

  /// The first words of a text, as many as fit.
  private static func cut(_ text: String, to limit: Int, _ count: (Substring) -> Int) -> (text: String, tokens: Int) {
    var sum = 0
    var words: [Substring] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      let tokens = max(count(word), word.utf8.count / 16)
      guard sum + tokens <= limit else {
        // The beginning of one endless word is better than nothing.
        if words.isEmpty, word.count > 1 { return cut(String(word.prefix(min(32, word.count / 2))), to: limit, count) }
        break
      }
      words.append(word)
      sum += tokens
    }
    return (words.joined(separator: " "), sum)
  }
}
