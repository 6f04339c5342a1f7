import VectorStore

extension EntryDate {
  /// The maximum number of lines of front matter among which a date is looked for.
  private static let linesOfFrontMatter = 30

  /// The date in a note's file name, in its front matter or in its title; `nil` if none of them has one.
  ///
  /// - Parameter beginning: The note's first lines, as far as they are known.
  init?(of document: Document, beginning: String) {
    let firstLines = beginning.split(maxSplits: Self.linesOfFrontMatter, whereSeparator: \.endsLine)
    let dateLine = firstLines.prefix(Self.linesOfFrontMatter).first { line in
      ["date:", "datum:", "#+date:"].contains { line.lowercased().hasPrefix($0) }
    }
    let name = document.path.split(separator: "/").last.map(String.init) ?? ""
    let date =
      EntryDate(firstIn: name) ?? dateLine.flatMap { EntryDate(firstIn: String($0)) }
      ?? EntryDate(firstIn: document.title)
    guard let date else { return nil }
    self = date
  }
}

extension Passage {
  /// The date of the note, as far as its name, its title or the passage tells.
  package var date: EntryDate? { EntryDate(of: document, beginning: source.lines.lowerBound == 1 ? text : "") }
}
