/// What a store knows of the notes' shape.
package protocol StoredNotes: Sendable {
  /// Returns the notes that have one of some names, folded by `NoteName.folded(_:)`: as title, as the name of their
  /// file, or as alias.
  func documents(called names: Set<String>) async throws -> [NamedDocument]
  /// Returns the days that chunks are about: of events, those of the first occurrence in one of some spans;
  /// else of their sections, else of their documents. Others have none.
  func days(ofChunks ids: [Int64], near spans: [ClosedRange<Day>]) async throws -> [Int64: ClosedRange<Day>]
  /// Returns the occurrences that chunks have on some days, by the ids of the chunks, in the order of their days.
  func occurrences(ofChunks ids: [Int64], in days: ClosedRange<Day>) async throws -> [Int64: [Occurrence]]
  /// Returns the paths of a folder's documents with events whose occurrences are not known until a day.
  func paths(ofOccurrencesUnknownOn day: Day, in folder: String) async throws -> Set<String>
  /// Returns the paths of a folder's documents whose occurrences are on the days of another time zone.
  func paths(ofOtherTimeZoneThan timeZone: String, in folder: String) async throws -> Set<String>
  /// Returns what a note says of itself, as indexed; `nil` if the index has no such document.
  func shape(ofDocument path: String, in folder: String) async throws -> NoteShape?
  /// Returns the documents of which anything was read that pass a filter, with what they say of themselves, in no
  /// order.
  func entries(where filter: SearchFilter) async throws -> [DescribedNote]
  /// Returns the keys that front matter has, in order of their folded forms.
  func propertyKeys() async throws -> [String]
  /// Returns all links of the notes, by folder, path and line.
  func allLinks() async throws -> [FoundLink]
  /// Returns the tasks of the notes that pass a filter: those that are due first, then by folder, path and line.
  func tasks(where filter: SearchFilter) async throws -> [FoundTask]
  /// Returns the headings and blocks of the documents at some paths of a folder, by path.
  func anchors(ofDocuments paths: Set<String>, in folder: String) async throws -> [String: [NoteAnchor]]
}
