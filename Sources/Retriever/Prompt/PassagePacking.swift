/// The selection of passages for a prompt.
package enum PassagePacking {
  /// The limits on the passages in a prompt.
  package struct Limits: Sendable, Hashable {
    /// The maximum number of tokens in all passages together.
    package var tokens: Int
    /// The maximum number of passages.
    package var passages: Int
    /// The share of the best score below which a passage, and all that follow, are left out. A passage that a reranker
    /// has put in its place stays.
    package var scoreShare: Double

    package init(tokens: Int, passages: Int, scoreShare: Double) {
      self.tokens = tokens
      self.passages = passages
      self.scoreShare = scoreShare
    }
  }

  /// The passages that a prompt takes, and those that it does not.
  package struct Packing: Sendable {
    /// The passages for the prompt, best first.
    package var passages: [Passage] = []
    /// The other passages, best first, each with the reason.
    package var leftOut: [LeftOutPassage] = []
  }

  /// Takes passages best first, as they fit. A neighbour of one already taken is merged into it.
  ///
  /// A passage that does not fit is skipped, and a smaller one after it may still be taken.
  /// - Parameters:
  ///   - ranked: Passages, best first.
  ///   - tokenCount: The tokens of one passage as it appears in the prompt under the given number, including
  ///     separators.
  /// - Returns: The passages for the prompt, whose counted tokens never exceed `limits.tokens`, and the others.
  package static func pack(
    _ ranked: [Passage], limits: Limits, tokenCount: (Int, Passage) async throws -> Int
  ) async rethrows -> Packing {
    var packing = Packing()
    var taken: [Passage] = []
    var counts: [Int] = []
    let cut = (ranked.first?.score ?? 0) * limits.scoreShare
    var chunks = 0
    for passage in ranked {
      let isPoor = passage.score < cut && passage.scoreParts.reranker == nil
      guard !isPoor, chunks < limits.passages else {
        packing.leftOut.append(LeftOutPassage(passage: passage, reason: isPoor ? .score : .count))
        continue
      }
      let place = taken.firstIndex { $0.isNeighbour(of: passage) } ?? taken.endIndex
      let merged = place < taken.endIndex ? taken[place].joined(with: passage) : passage
      let cost = try await tokenCount(place + 1, merged)
      let others = counts.reduce(0, +) - (place < counts.endIndex ? counts[place] : 0)
      guard others + cost <= limits.tokens else {
        packing.leftOut.append(LeftOutPassage(passage: passage, reason: .tokens))
        continue
      }
      if place < taken.endIndex {
        taken[place] = merged
        counts[place] = cost
      } else {
        taken.append(merged)
        counts.append(cost)
      }
      chunks += 1
    }
    packing.passages = taken
    return packing
  }
}

extension Passage {
  /// Whether the two are adjacent in one document.
  func isNeighbour(of other: Passage) -> Bool {
    source.isOfSameFile(as: other.source)
      && (ordinals.upperBound + 1 == other.ordinals.lowerBound || other.ordinals.upperBound + 1 == ordinals.lowerBound)
  }

  /// Returns the two as one passage, in document order, with the better score and the outer headings they share.
  ///
  /// Only blank text lies between them: lines, a space if one line was split, or nothing within a word. A heading that
  /// only the second has is in its text.
  func joined(with other: Passage) -> Passage {
    let (first, second) = ordinals.lowerBound < other.ordinals.lowerBound ? (self, other) : (other, self)
    let lines = second.source.lines.lowerBound - first.source.lines.upperBound
    let space = second.bytes.lowerBound > first.bytes.upperBound ? " " : ""
    var result = score >= other.score ? self : other
    result.source = first.source.narrowed(to: first.source.lines.lowerBound...second.source.lines.upperBound)
    result.text = first.text + (lines > 0 ? String(repeating: "\n", count: lines) : space) + second.text
    result.ordinals = first.ordinals.lowerBound...second.ordinals.upperBound
    result.bytes = first.bytes.lowerBound..<second.bytes.upperBound
    result.chunk = first.chunk
    result.tableHeader = first.tableHeader
    result.isMentioned = isMentioned && other.isMentioned
    result.headingPath = zip(first.headingPath, second.headingPath).prefix { $0 == $1 }.map(\.0)
    return result
  }
}
