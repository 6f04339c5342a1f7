/// Pieces that may become a chunk, with running totals.
struct ChunkSpan {
  private let costs: Chunker.Costs
  /// The number of tokens in all pieces.
  private(set) var tokens = 0
  /// The deepest section that contains all the text; if there are only headings, all of them.
  private(set) var section = 0
  /// The cost of the sections that begin in the middle.
  private(set) var mergeCost = 0.0
  /// The headings before any text, each nested in the previous one: no others can be shown in the heading path.
  private var leading: [(section: Int, tokens: Int)] = []
  private var leadingTokens = 0
  private var isLeading = true
  private var isEmpty = true
  private var hasText = false
  private var hasBody = false
  private var lastSection = 0

  init(costs: Chunker.Costs) {
    self.costs = costs
  }

  mutating func append(_ piece: Piece, _ headings: HeadingPaths) {
    tokens += piece.tokens
    if isEmpty, let header = piece.tableHeader { tokens += header.tokens }
    // Front matter, and the headings above a section, belong to it.
    let isBelow = !hasBody && leading.last.map { isLeading && headings.holds($0.section, piece.section) } ?? hasText
    if piece.beginsRecord, !isEmpty, !isBelow { mergeCost += costs.record }
    switch piece.role {
    case .heading:
      if hasBody { mergeCost += cost(of: piece.section, headings) }
      if !hasText {
        isLeading = isLeading && (leading.last.map { headings.holds($0.section, piece.section) } ?? true)
        if isLeading {
          leading.append((piece.section, piece.tokens))
          leadingTokens += piece.tokens
        }
        section = isEmpty ? piece.section : headings.common(section, piece.section)
      }
    case .body:
      section = hasBody ? headings.common(section, piece.section) : piece.section
      hasText = true
      hasBody = true
    case .frontMatter:
      // It belongs to what follows it.
      hasText = true
    }
    isEmpty = false
    lastSection = piece.section
  }

  /// The minimum number of tokens that the text may have, now or with more pieces.
  var leastTokens: Int { tokens - leadingTokens }

  /// Returns the tokens of the text without the leading headings that the heading path shows.
  func textTokens(_ headings: HeadingPaths) -> Int {
    var tokens = tokens
    for heading in leading {
      guard headings.isShown(heading.section, inPathOf: section) else { break }
      tokens -= heading.tokens
    }
    return tokens
  }

  private func cost(of next: Int, _ headings: HeadingPaths) -> Double {
    let common = headings.common(lastSection, next)
    if common == lastSection { return costs.childSection }
    return common == headings.parent(of: next) && common == headings.parent(of: lastSection)
      ? costs.siblingSection : costs.higherSection
  }
}
