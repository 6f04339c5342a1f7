package import VectorStore

/// A chunk found for a query, with its score.
public struct Passage: Sendable, Hashable, Codable {
  /// How well the passage fits, relative to the others found for the same query: 0 … 1, or −1 … 1 by cosine alone.
  ///
  /// Scores of different queries cannot be compared; `scoreParts` holds what was measured. A reranker changes the order
  /// of passages, not this score.
  public var score: Double
  /// The file and lines of the passage.
  public var source: Source
  /// The title of the document.
  public var title: String
  /// The headings above the passage, outermost first.
  public var headingPath: [String]
  /// The text as indexed.
  public var text: String
  /// The header of the table that the passage begins in the middle of.
  public var tableHeader: String?
  /// The parts of the score.
  public var scoreParts: ScoreParts

  /// The id of the chunk, or of the first of the adjacent chunks, that the passage consists of.
  package var chunk: Int64
  /// The positions of its chunks in the document.
  package var ordinals: ClosedRange<Int>
  /// The byte range of the document that the passage covers.
  package var bytes: Range<Int>
  /// The file as it was indexed.
  package var document: Document
  /// The part of the text that the model is given; `nil` for all of it.
  package var readText: String?
  /// Whether it was not found for the query, but is mentioned by a passage that was.
  package var isMentioned = false

  package init(
    score: Double, source: Source, title: String, headingPath: [String], text: String, scoreParts: ScoreParts,
    chunk: Int64, ordinals: ClosedRange<Int>, bytes: Range<Int>, document: Document
  ) {
    self.score = score
    self.source = source
    self.title = title
    self.headingPath = headingPath
    self.text = text
    self.scoreParts = scoreParts
    self.chunk = chunk
    self.ordinals = ordinals
    self.bytes = bytes
    self.document = document
  }

  /// Creates a passage from one chunk.
  init(_ stored: StoredChunk, score: Double, parts: ScoreParts, labels: FolderLabels) {
    let (document, chunk) = (stored.document, stored.chunk)
    self.init(
      score: score,
      source: Source(
        folder: document.folder, path: document.path, lines: chunk.lines,
        folderLabel: labels.label(of: document.folder),
        places: document.places),
      title: document.title, headingPath: chunk.headingPath, text: chunk.text, scoreParts: parts, chunk: stored.id,
      ordinals: stored.ordinal...stored.ordinal, bytes: chunk.bytes, document: document)
    tableHeader = chunk.tableHeader
  }

  /// What is said above the text: the headings, and the header of the table that it continues.
  package var context: String { [heading, tableHeader].compactMap { $0 }.joined(separator: "\n") }

  /// All that the words of a query are looked for in: the path of the file, what is said above the text, and the text.
  var searchedText: String { [NoteName.withoutExtension(source.path), context, text].joined(separator: "\n") }

  /// The text, after the header of the table that it continues.
  public var textWithHeader: String { [tableHeader, text].compactMap { $0 }.joined(separator: "\n") }

  /// The title and headings as one line, without repetitions.
  public var heading: String {
    (headingPath.first == title ? headingPath : [title] + headingPath).joined(separator: " > ")
  }
}
