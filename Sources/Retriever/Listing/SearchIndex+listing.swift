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
  /// Of more than some 30,000 chunks of notes that may fit, those of the newest notes are read; `unexamined` counts the
  /// other notes.
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
    let candidates = try await ListingCandidates.read(for: question, in: self, where: filter)
    let search = ListingSearch(question: question, candidates: candidates, today: EntryDate(today))
    guard let (matches, areNotes) = search.matches() else { return nil }
    var rows = ListingRows(search: search, labels: FolderLabels(folders: try await folders()))
    for match in matches { rows.add(match) }
    return rows.listing(areNotes: areNotes)
  }
}
