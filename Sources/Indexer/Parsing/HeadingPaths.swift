/// The headings of a document as a tree, and how they are written above a chunk.
struct HeadingPaths {
  private struct Section {
    var parent: Int
    var depth: Int
    var level: Int
    /// What the heading says; the root's is the document's title.
    var title: String
    /// The title as it is shown, cut where it is long; empty if it repeats the document's.
    var shown: String
    var tokens: Int
    var isCut: Bool
    /// The depth of the first heading that the section's path shows, and the path's tokens.
    var path = (depth: 0, tokens: 0)
  }

  static let separator = " > "

  /// Bytes of a title that are kept, and of all titles above a chunk: as they are stored with each chunk, an index
  /// would grow with the square of a file whose titles are as long as its text.
  static let longest = 4_096

  private var sections: [Section] = []
  private let limit: Int
  private let separatorTokens: Int
  private let meter: WorkMeter
  private let count: (Substring) -> Int

  /// - Parameter limit: Tokens that a path may have.
  init(title: String, limit: Int, _ meter: WorkMeter, count: @escaping (Substring) -> Int) {
    self.limit = limit
    self.meter = meter
    self.count = count
    separatorTokens = count(HeadingPaths.separator[...])
    append(section(title, parent: 0, depth: 0, level: 0))
  }

  /// Adds a heading after the last, and returns its section.
  mutating func add(_ title: String, level: Int) -> Int {
    var parent = sections.count - 1
    while parent > 0, sections[parent].level >= level {
      parent = sections[parent].parent
      meter.count(1)
    }
    let title = title.cut(toBytes: HeadingPaths.longest)
    var section = section(title, parent: parent, depth: sections[parent].depth + 1, level: level)
    if title == sections[0].title, parent == 0 { (section.shown, section.tokens) = ("", 0) }
    append(section)
    return sections.count - 1
  }

  private func section(_ title: String, parent: Int, depth: Int, level: Int) -> Section {
    let shown = HeadingPaths.cut(title, to: max(1, limit / 2), count)
    meter.count(title.utf8.count)
    return Section(
      parent: parent, depth: depth, level: level, title: title, shown: shown.text, tokens: shown.tokens,
      isCut: shown.text != title)
  }

  /// Appends a section, with its path: cut from the left where it is too long.
  private mutating func append(_ section: Section) {
    sections.append(section)
    var path = (depth: section.depth, tokens: 0)
    var isFirst = true
    var next = sections.count - 1
    while true {
      meter.count(1)
      if !sections[next].shown.isEmpty {
        let added = sections[next].tokens + (isFirst ? 0 : separatorTokens)
        guard path.tokens + added <= limit else { break }
        isFirst = false
        path.tokens += added
      }
      path.depth = sections[next].depth
      if next == 0 { break }
      next = sections[next].parent
    }
    sections[sections.count - 1].path = path
  }

  /// The headings above a section and its own, without the document's title; the innermost, as many as are kept.
  func titles(of section: Int) -> [String] {
    var titles: [String] = []
    var bytes = 0
    var section = section
    while section > 0 {
      meter.count(1)
      let title = sections[section].title
      bytes += title.utf8.count
      guard titles.isEmpty || bytes <= HeadingPaths.longest else { break }
      if !title.isEmpty { titles.append(title) }
      section = sections[section].parent
    }
    return titles.reversed()
  }

  /// The deepest section that holds both.
  func common(_ left: Int, _ right: Int) -> Int {
    var (left, right) = (left, right)
    while left != right {
      meter.count(1)
      if sections[left].depth >= sections[right].depth {
        left = sections[left].parent
      } else {
        right = sections[right].parent
      }
    }
    return left
  }

  func parent(of section: Int) -> Int { sections[section].parent }

  // MARK: Paths

  /// The tokens of a section's path as it is shown.
  func tokens(of section: Int) -> Int { sections[section].path.tokens }

  /// The path of a section as it is shown.
  func text(of section: Int) -> String {
    let first = sections[section].path.depth
    var parts: [String] = []
    var next = section
    while sections[next].depth >= first {
      meter.count(1)
      if !sections[next].shown.isEmpty { parts.append(sections[next].shown) }
      if next == 0 { break }
      next = sections[next].parent
    }
    return parts.reversed().joined(separator: HeadingPaths.separator)
  }

  /// Whether a heading stands in full in the shown path of a section.
  func isShown(_ heading: Int, inPathOf section: Int) -> Bool {
    guard !sections[heading].isCut, sections[heading].depth >= sections[section].path.depth,
      holds(heading, section)
    else { return false }
    // One that repeats the document's title is shown by it.
    return !sections[heading].shown.isEmpty || sections[section].path.depth == 0
  }

  /// Whether a section is another, or lies in it.
  func holds(_ outer: Int, _ inner: Int) -> Bool {
    var inner = inner
    while sections[inner].depth > sections[outer].depth {
      meter.count(1)
      inner = sections[inner].parent
    }
    return inner == outer
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

extension String {
  /// As many characters of the beginning as there are in so many bytes.
  func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    // A place within a character stands for its beginning.
    return String(self[..<utf8.index(startIndex, offsetBy: limit)])
  }
}
