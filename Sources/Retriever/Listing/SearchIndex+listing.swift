public import Foundation
public import VectorStore

extension Listing {
  /// Whether a question asks for a listing; whether there is one depends on the notes.
  package static func isAsked(for question: String, breadth: AnswerOptions.Breadth) -> Bool {
    breadth != .best && ListingQuestion(QueryText.normalized(question), isForced: breadth == .all) != nil
  }
}

extension SearchIndex {
  /// Returns all places in the notes that a question asks for; `nil` if it asks for something else, or nothing fits.
  ///
  ///     if let listing = try await notes.listing(for: "Which notes mention Petra?") {
  ///       for row in listing.rows { print(row.source, row.text) }
  ///     }
  ///
  /// No model is asked. Recognized are English and German questions for notes, for all of something, for a number, and
  /// for the last or first time: `ListingQuestion`.
  ///
  /// Cost: the notes that contain every word of the question, or have it in their path, title or tags, are read.
  /// - Parameters:
  ///   - question: The question.
  ///   - isForced: Whether to list what fits whatever the question's form.
  ///   - filter: Which notes to list from; all of them by default.
  ///   - today: The date after which nothing counts as the latest.
  /// - Throws: `SearchIndexError` if the index cannot be read.
  public nonisolated func listing(
    for question: String, isForced: Bool = false, where filter: SearchFilter = SearchFilter(), today: Date = Date()
  ) async throws -> Listing? {
    try await listed(for: question, isForced: isForced, where: filter, today: today)?.listing
  }

  /// Returns the places, and the passages that contain them.
  nonisolated func listed(
    for question: String, isForced: Bool, where filter: SearchFilter, today: Date
  ) async throws -> (listing: Listing, passages: [Passage])? {
    guard let question = ListingQuestion(QueryText.normalized(question), isForced: isForced) else { return nil }
    let words = zip(question.words, try await stems(of: question.words)).map {
      ListingTerms.terms(ofWord: $0, stems: $1)
    }
    let (documents, holders) = try await holders(of: question.words, where: filter)
    let ids = documents.keys.sorted()
    let labels = ids.map { id in documents[id].map(ListedNote.labels) ?? [] }
    let texts = labels.flatMap(\.self)
    var terms = zip(texts, try await stems(of: texts)).map { ListingTerms.terms(of: $0, stems: $1) }[...]
    var candidates: [(id: Int64, terms: [Set<String>])] = []
    var examined = 0
    for (id, labels) in zip(ids, labels) {
      let own = Array(terms.prefix(labels.count))
      terms = terms.dropFirst(labels.count)
      let known = own.reduce(into: Set()) { $0.formUnion($1) }
      let held = zip(words, holders).map { $1.contains(id) || $0.isSubset(of: known) }
      if held.isEmpty || held.contains(true) { examined += 1 }
      if held.allSatisfy(\.self) { candidates.append((id, own)) }
    }
    guard !candidates.isEmpty else { return nil }

    let chunks = try await chunks(ofDocuments: candidates.map(\.id))
    var notes: [ListedNote] = []
    for candidate in candidates {
      guard let document = documents[candidate.id], let chunks = chunks[candidate.id] else { continue }
      var note = ListedNote(document: document, terms: candidate.terms, chunks: chunks)
      try await note.read(in: self)
      notes.append(note)
    }
    notes.sort { $0.document.path.utf8.lexicographicallyPrecedes($1.document.path.utf8) }
    let search = ListingSearch(question: question, words: words, notes: notes, today: EntryDate(today))
    guard let (matches, areNotes) = search.matches() else { return nil }
    var builder = ListingRows(search: search, labels: FolderLabels(folders: try await folders()))
    for match in matches { builder.add(match) }
    return builder.listing(areNotes: areNotes, examined: examined)
  }
}
