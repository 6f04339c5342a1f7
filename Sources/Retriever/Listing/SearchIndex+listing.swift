public import Foundation
public import VectorStore

extension Listing {
  /// Whether a question asks for a listing; whether there is one depends on the notes.
  package static func isAsked(for question: String, breadth: AnswerOptions.Breadth) -> Bool {
    let question = QueryText.normalized(question)
    return breadth != .best
      && (DayQuestion(question, today: Day(of: Date())) != nil || ListingQuestion(question, isOfEvent: true) != nil
        || ListingQuestion(question, isForced: breadth == .all) != nil)
  }
}

extension SearchIndex {
  /// Returns all places in the notes that a question asks for; `nil` if it asks for something else, or nothing fits.
  ///
  ///     if let listing = try await notes.listing(for: "Which notes mention Petra?") {
  ///       for row in listing.rows { print(row.source, row.text) }
  ///     }
  ///
  /// No model is asked. Recognized are English and German questions for notes, for all of something, for a number, for
  /// the last, first or next time (`ListingQuestion`), and for what was or will be on some days (`DayQuestion`).
  ///
  /// Of more than some 30,000 chunks of notes that may fit, those of the newest notes are read; `unexamined` counts the
  /// other notes.
  ///
  /// Cost: the notes that contain every word of the question, or have it in their path, title or tags, are read.
  /// - Parameters:
  ///   - question: The question.
  ///   - isForced: Whether to list what fits whatever the question's form.
  ///   - filter: Which notes to list from; all of them by default.
  ///   - today: The date after which nothing counts as the latest and from which days count; that of the filter if it
  ///     has one.
  /// - Throws: `SearchIndexError` if the index cannot be read.
  public nonisolated func listing(
    for question: String, isForced: Bool = false, where filter: SearchFilter = SearchFilter(), today: Date = Date()
  ) async throws -> Listing? {
    let found = try await listed(for: question, isForced: isForced, where: filter, today: today)?.listing
    return found?.rows.isEmpty == true ? nil : found
  }

  /// Returns the places, and the passages that contain them; none if nothing is known of days such as "yesterday".
  nonisolated func listed(
    for question: String, about days: DayQuestion? = nil, isForced: Bool, where filter: SearchFilter, today: Date
  ) async throws -> (listing: Listing, passages: [Passage])? {
    let question = QueryText.normalized(question)
    let labels = FolderLabels(folders: try await folders())
    let today = filter.today ?? Day(of: today)
    if let days = days ?? DayQuestion(question, today: today) {
      var listed = try await DayListing.read(days, in: self, where: filter).rows(labels: labels)
      if let other = days.otherReading {
        let more = try await DayListing.read(other, in: self, where: filter).rows(labels: labels)
        listed.listing.add(more.listing, behind: listed.passages.count)
        listed.passages += more.passages
      }
      // A note may name a birthday and not be about that day.
      if !listed.listing.rows.isEmpty || days.isRelative && days.subject != .birthdays { return listed }
    }
    if let asked = ListingQuestion(question, isForced: isForced) {
      return try await rows(of: asked, where: filter, today: today, labels: labels)
    }
    guard let event = ListingQuestion(question, isOfEvent: true) else { return nil }
    let calendars = filter.and(SearchFilter(pathParts: ["*.ics"]))
    return try await rows(of: event, where: calendars, today: today, labels: labels)
  }

  private nonisolated func rows(
    of question: ListingQuestion, where filter: SearchFilter, today: Day, labels: FolderLabels
  ) async throws -> (listing: Listing, passages: [Passage])? {
    let candidates = try await ListingCandidates.read(for: question, in: self, where: filter)
    let search = ListingSearch(question: question, candidates: candidates, today: today)
    guard let (matches, areNotes) = search.matches() else { return nil }
    var rows = ListingRows(labels: labels)
    for match in matches {
      let note = candidates.notes[match.note]
      let entry = note.entries[match.entry].entry
      let date = question.asksForDate ? search.date(of: match) : nil
      // Of an event that repeats, the day of the first would be read as the answer.
      let isEvent = question.asksForDate && note.document.isCalendar
      rows.add(
        isEvent ? DayLine.text(ofEvent: entry.text, at: search.occurrence(of: match)) : entry.text, lines: entry.lines,
        of: note.chunks[entry.chunk],
        date: date)
    }
    if question.asksForDate { rows.sort(for: question.kind, today: EntryDate(today)) }
    let result = rows.listing(
      of: question.kind, areNotes: areNotes, examined: candidates.examined, unexamined: candidates.unexamined)
    return result.listing.rows.isEmpty ? nil : result
  }
}
