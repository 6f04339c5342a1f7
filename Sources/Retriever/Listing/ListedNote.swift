import VectorStore

/// A note that may have what a question asks for, with the terms of its entries.
struct ListedNote: Sendable {
  /// An entry, with the terms of its text and of what is above it.
  struct Entry: Sendable {
    var entry: NoteEntry
    var terms: Set<String>
    /// Of the intro and the columns.
    var intro: Set<String>
    /// The words of each text that may name the list: the heading, the sentence before it, the first column.
    var headings: [Set<String>]
    /// Of what names the rows: all of the above but the columns after the first.
    var names: Set<String>
    var outer: Set<String>
  }

  var document: Document
  /// The terms of the path, the title and the tags.
  let labels: Set<String>
  /// The terms of the name of the folder that directly contains the file.
  let folderTerms: Set<String>
  /// The terms of each tag.
  let tagTerms: [Set<String>]
  var chunks: [StoredChunk]
  var entries: [Entry] = []
  /// The days that its chunks are about, by their ids; only where dates are asked for.
  var days: [Int64: ClosedRange<Day>] = [:]
  /// The occurrences of events, by the ids of their chunks; only where dates are asked for.
  var occurrences: [Int64: [Occurrence]] = [:]
  /// The date in the file's name, in the front matter or in the title.
  var date: EntryDate?

  /// - Parameter terms: The terms of the path, the title, the folder's name and each tag.
  init(document: Document, terms: [Set<String>], chunks: [StoredChunk]) {
    (self.document, self.chunks) = (document, chunks)
    (folderTerms, tagTerms) = (terms[2], Array(terms[3...]))
    labels = terms.reduce(into: []) { $0.formUnion($1) }
    date = EntryDate(of: document, beginning: chunks.first?.chunk.text ?? "")
  }

  /// Reads the entries.
  ///
  /// - Parameter tasks: The tasks of an Org file: headlines do not show that they are some.
  mutating func read(in index: SearchIndex, tasks: [NoteTask] = []) async throws {
    var read = NoteEntries.read(chunks.map(\.chunk), ofRecords: document.hasRecords, isOrg: document.isOrg)
    if !tasks.isEmpty {
      let known = Set(read.filter { $0.isDone != nil }.map(\.lines.lowerBound))
      read += tasks.filter { !known.contains($0.line) }.compactMap(entry)
      read.sort { $0.lines.lowerBound < $1.lines.lowerBound }
    }
    let contexts = Array(
      Set(read.flatMap { [$0.intro, $0.outer] + $0.intro.split(separator: "\n").map(String.init) + $0.columns }))
    let texts = read.map(\.text) + contexts
    let own = zip(texts, try await index.stems(of: texts)).map { ListingTerms.terms(of: $0, stems: $1) }
    let ofContext = Dictionary(zip(contexts, own[read.count...])) { first, _ in first }
    func terms(of texts: some Sequence<String>) -> Set<String> {
      texts.reduce(into: []) { $0.formUnion(ofContext[$1] ?? []) }
    }
    entries = zip(read, own).map { entry, own in
      Entry(
        entry: entry, terms: own, intro: terms(of: [entry.intro] + entry.columns),
        headings: (entry.intro.split(separator: "\n").map(String.init) + entry.columns.prefix(1)).map { text in
          terms(of: [text]).filter { !$0.contains(" ") && !$0.hasPrefix("#") }
        },
        names: terms(of: [entry.intro, entry.outer] + entry.columns.prefix(1)), outer: terms(of: [entry.outer]))
    }
  }

  private func entry(of task: NoteTask) -> NoteEntry? {
    guard let chunk = chunks.place(ofLine: task.line) else { return nil }
    var entry = NoteEntry(
      form: .listItem, text: task.text, lines: task.line...task.line, chunk: chunk, intro: "",
      columns: [], outer: chunks[chunk].chunk.headingPath.joined(separator: "\n"), group: 0)
    entry.isDone = task.state != .open
    return entry
  }

  /// The texts whose terms `init(document:terms:chunks:)` needs.
  static func labels(of document: Document) -> [String] {
    [document.path, document.title, folderName(of: document) ?? ""] + document.tags
  }

  /// The name of the folder that directly contains the file, in lower case.
  var folderName: String? { Self.folderName(of: document) }

  private static func folderName(of document: Document) -> String? {
    document.path.split(separator: "/").dropLast().last?.lowercased()
  }

  /// The words of the title, in lower case.
  var titleWords: Set<String> {
    Set(document.title.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init))
  }
}
