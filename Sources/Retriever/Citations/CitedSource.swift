/// A source that an answer cites.
public struct CitedSource: Sendable, Hashable, Codable {
  /// The number in the marks (`[1]`), from 1 in order of first use.
  public var number: Int
  /// The lines of the file from the first to the last that supports the marked text.
  public var source: Source
  /// The lines that support the marked text, ascending. There may be others between them.
  public var evidence: [Int]
  /// The index of the passage in `Answer.passages`, from 0.
  public var passage: Int
  /// The text of the lines, as indexed.
  public var text: String
  /// The sentences of the passage that support the marked text.
  var sentences: [String]

  /// The text of the evidence, line by line. `…` marks two or more omitted lines between them, and what is cut from a
  /// line of more than 240 characters.
  public var excerpt: [String] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine)
    let terms = ExcerptTerms.terms(of: sentences.joined(separator: " "))
    var shown: [String] = []
    var next = 0
    for number in evidence {
      let place = number - source.lines.lowerBound
      guard lines.indices.contains(place), place >= next else { continue }
      let between = lines[next..<place].filter { !$0.allSatisfy(\.isWhitespace) }
      shown += between.count > 1 ? ["…"] : between.map(String.init)
      shown.append(lines[place].clipped(to: Passage.longLine, around: terms))
      next = place + 1
    }
    return shown
  }

  /// How many lines apart two cited places of a passage may be and still form one source.
  static let nearbyLines = 2

  /// Returns the number under which a place is cited. A place near an already cited one widens that source.
  static func number(
    of citation: Citations.Citation, passages: [Passage], in sources: inout [CitedSource]
  ) -> Int {
    let passage = passages[citation.passage]
    for index in sources.indices where sources[index].passage == citation.passage {
      let lines = sources[index].source.lines
      guard
        citation.lines.lowerBound <= lines.upperBound + nearbyLines,
        citation.lines.upperBound >= lines.lowerBound - nearbyLines
      else { continue }
      let hull =
        min(lines.lowerBound, citation.lines.lowerBound)...max(lines.upperBound, citation.lines.upperBound)
      sources[index].evidence = Set(sources[index].evidence + citation.evidence).sorted()
      sources[index].source = passage.source.narrowed(to: hull)
      sources[index].text = passage.text(ofLines: hull)
      sources[index].sentences.append(citation.text)
      return sources[index].number
    }
    let number = sources.count + 1
    sources.append(
      CitedSource(
        number: number, source: passage.source.narrowed(to: citation.lines), evidence: citation.evidence,
        passage: citation.passage, text: passage.text(ofLines: citation.lines), sentences: [citation.text]))
    return number
  }
}

extension Citations {
  /// Returns the lines closest to the question as sources, if the passages fit it well enough.
  func closestSources(in passages: [Passage], gateScore: Double) -> [CitedSource] {
    guard gateScore >= RefusalGate.strongMatch else { return [] }
    var sources: [CitedSource] = []
    for place in closest() { _ = CitedSource.number(of: place, passages: passages, in: &sources) }
    return sources
  }
}

extension Passage {
  /// Returns the text of some of the passage's lines.
  func text(ofLines lines: ClosedRange<Int>) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine)
      .dropFirst(max(0, lines.lowerBound - source.lines.lowerBound))
      .prefix(lines.count)
      .joined(separator: "\n")
  }
}
