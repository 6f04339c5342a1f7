/// The headlines of an Org document, with what they inherit from those above.
struct OrgOutline {
  struct Section {
    /// The line of the headline, from 0. The section ends where the next begins.
    var line: Int
    var headline: OrgHeadline
    /// The tags of the headline, of those above it and of the file.
    var tags: [String]
    /// Whether the headline, or one above it, is commented out.
    var isCommented: Bool
  }

  private(set) var sections: [Section] = []
  /// The tags of the file.
  private let fileTags: [String]

  init(of text: DocumentText, _ blocks: [Block]) throws(CancellationError) {
    let keywords = try OrgKeywords(of: text)
    fileTags = try OrgBlocks.tags(of: text, blocks)
    var above: [Section] = []
    for block in blocks {
      guard case .heading = block.kind,
        let headline = OrgHeadline(try text.nextShape(block.lines.lowerBound), keywords)
      else { continue }
      while let last = above.last, last.headline.level >= headline.level { above.removeLast() }
      let inherited = above.last?.tags ?? fileTags
      let section = Section(
        line: block.lines.lowerBound, headline: headline,
        tags: inherited + headline.tags.filter { !inherited.contains($0) },
        isCommented: headline.isCommented || above.last?.isCommented == true)
      above.append(section)
      sections.append(section)
    }
  }

  /// The tags of the file and of all headlines that are not commented out.
  var tags: [String] { fileTags + sections.filter { !$0.isCommented }.flatMap(\.headline.tags) }

  /// Returns the section that a line, from 0, is in; `nil` before the first headline.
  func section(ofLine line: Int) -> Section? {
    var (low, high) = (0, sections.count)
    while low < high {
      let middle = (low + high) / 2
      if sections[middle].line <= line { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? sections[low - 1] : nil
  }

  /// Returns the tags of the text at a line, from 0.
  func tags(ofLine line: Int) -> [String] { section(ofLine: line)?.tags ?? fileTags }

  /// Whether a line, from 0, is below a headline that is commented out.
  func isCommented(_ line: Int) -> Bool { section(ofLine: line)?.isCommented ?? false }
}
