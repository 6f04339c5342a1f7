/// A document's headings as a tree, and the heading paths shown above chunks.
struct HeadingPaths {
  private struct Section {
    var parent: Int
    var depth: Int
    var level: Int
    /// The heading's text; the root's is the document's title.
    var title: String
    /// The title as shown, truncated if long; empty if it repeats the document's.
    var shown: String
    var tokens: Int
    var isCut: Bool
    /// The depth of the first heading that the section's path shows, and the path's tokens.
    var path = (depth: 0, tokens: 0)
  }

  static let separator = " > "

  /// The maximum number of bytes of a title that are kept, and of all titles above a chunk. They are stored with each
  /// chunk, so an index could otherwise grow with the square of a file whose titles are as long as its text.
  static let longest = 4_096

  private var sections: [Section] = []
  private let limit: Int
  private let separatorTokens: Int
  private let meter: WorkMeter
  private let count: (Substring) -> Int

  /// - Parameter limit: The maximum number of tokens in a path.
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

  /// Appends a section, with its path, truncated from the left if too long.
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

  /// Returns the headings above a section and its own, without the document's title; only as many of the innermost as
  /// are kept.
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

  /// Returns the deepest section that contains both.
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

  /// Returns the number of tokens in a section's path as shown.
  func tokens(of section: Int) -> Int { sections[section].path.tokens }

  /// Returns the path of a section as shown.
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

  /// Whether a section's path shows a heading in full.
  func isShown(_ heading: Int, inPathOf section: Int) -> Bool {
    guard !sections[heading].isCut, sections[heading].depth >= sections[section].path.depth,
      holds(heading, section)
    else { return false }
    // A heading that repeats the document's title is shown by it.
    return !sections[heading].shown.isEmpty || sections[section].path.depth == 0
  }

  /// Whether `outer` is `inner` or contains it.
  func holds(_ outer: Int, _ inner: Int) -> Bool {
    var inner = inner
    while sections[inner].depth > sections[outer].depth {
      meter.count(1)
      inner = sections[inner].parent
    }
    return inner == outer
  }

  /// Returns as many of a text's first words as fit.
  private static func cut(_ text: String, to limit: Int, _ count: (Substring) -> Int) -> (text: String, tokens: Int) {
    var sum = 0
    var words: [Substring] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      let tokens = max(count(word), word.utf8.count / 16)
      guard sum + tokens <= limit else {
        // The beginning of one very long word is better than nothing.
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
  /// Returns the longest prefix of at most `limit` bytes that ends between Unicode scalars.
  func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    // An index within a scalar is rounded down to its start.
    return String(self[..<utf8.index(startIndex, offsetBy: limit)])
  }
}
