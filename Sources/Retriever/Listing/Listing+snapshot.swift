extension Listing {
  /// Returns the answer: for a date its row, else a line for each row, after their number if it is asked for.
  func snapshot(citing passages: [Passage]) -> Answer.Snapshot {
    let shown = kind.isForDate ? Array(rows.prefix(1)) : rows
    var sources: [CitedSource] = []
    var sentences: [Answer.Sentence] = []
    var lines = kind == .count ? ["\(rows.count)"] : []
    for row in shown {
      let number = sources.count + 1
      sources.append(
        CitedSource(
          number: number, source: row.source, evidence: Array(row.source.lines), passage: row.passage,
          text: row.excerpt, sentences: [row.excerpt]))
      let text = text(of: row)
      sentences.append(Answer.Sentence(text: text, citations: [number], unsupported: [], isVerbatim: true))
      lines.append((shown.count == 1 && kind != .count ? "" : "- ") + "\(text) [\(number)]")
    }
    return Answer.Snapshot(
      content: lines.joined(separator: "\n"), sentences: sentences, sources: sources, outcome: .answered,
      isTruncated: false, usage: nil)
  }

  /// Returns a row as one line: after the note's title if notes are asked for, and with its date if that is asked for
  /// and the row does not say it.
  private func text(of row: Row) -> String {
    var line = row.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    if listsNotes {
      let isLabel = ["tags:", "title:", "titel:"].contains { line.hasPrefix($0) } || row.title.hasPrefix(line)
      line = row.title + (isLabel || line.hasPrefix(row.title) ? "" : ": \(line)")
    }
    let clipped = line[...].clipped(to: Self.longRow, around: [])
    // The end of an event that repeats is not its day.
    guard let date = row.date, !clipped.replacing("until \(date)", with: "").contains(date) else { return clipped }
    return "\(date): \(clipped)"
  }

  /// The maximum number of characters of a row.
  private static let longRow = 240
}
