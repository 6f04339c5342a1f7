import VectorStore

/// The notes that may have what a question asks for: those that have each of its words in their text, or in their path,
/// title or tags.
struct ListingCandidates: Sendable {
  /// The terms of each word of the question.
  let words: [Set<String>]
  /// The notes, in order, with their entries.
  private(set) var notes: [ListedNote] = []
  /// The number of notes that have any of the words.
  private(set) var examined = 0
  /// The number of notes that may have what is asked for and were not read, because there are too many.
  private(set) var unexamined = 0

  /// A note that has all words, and the terms of its labels.
  private typealias Candidate = (id: Int64, document: Document, terms: [Set<String>])

  /// Finds and reads the notes.
  static func read(
    for question: ListingQuestion, in index: SearchIndex, where filter: SearchFilter
  ) async throws -> ListingCandidates {
    let stems = try await index.stems(of: question.words)
    var result = ListingCandidates(words: zip(question.words, stems).map { ListingTerms.terms(ofWord: $0, stems: $1) })
    let candidates = try await result.candidates(of: question, in: index, where: filter)
    var chunks = try await index.chunks(ofDocuments: candidates.map(\.id))
    var days: [Int64: ClosedRange<Day>] = [:]
    if filter.dated != nil || question.asksForDate {
      let ids = chunks.values.flatMap { $0.map(\.id) }
      days = try await index.days(ofChunks: ids, near: filter.dated.map { [$0] } ?? [])
    }
    var occurrences: [Int64: [Occurrence]] = [:]
    if question.asksForDate, let first = Day.days(ofYear: 1), let last = Day.days(ofYear: 9999) {
      let ids = chunks.values.flatMap { $0.map(\.id) }
      occurrences = try await index.occurrences(ofChunks: ids, in: filter.dated ?? first.lowerBound...last.upperBound)
    }
    if let dated = filter.dated {
      // Of a journal, only the sections of these days.
      chunks = chunks.mapValues { $0.filter { days[$0.id]?.overlaps(dated) ?? false } }
    }
    let tasks = question.asksForTasks ? try await index.orgTasks(of: candidates.map(\.document), where: filter) : [:]
    for candidate in candidates {
      guard let chunks = chunks[candidate.id] else { continue }
      var note = ListedNote(document: candidate.document, terms: candidate.terms, chunks: chunks)
      if question.asksForDate {
        note.days = chunks.reduce(into: [:]) { $0[$1.id] = days[$1.id] }
        note.occurrences = chunks.reduce(into: [:]) { $0[$1.id] = occurrences[$1.id] }
      }
      try await note.read(in: index, tasks: tasks[candidate.document.folder + "/" + candidate.document.path] ?? [])
      result.notes.append(note)
    }
    result.notes.sort { $0.document.path.utf8.lexicographicallyPrecedes($1.document.path.utf8) }
    return result
  }

  private mutating func candidates(
    of question: ListingQuestion, in index: SearchIndex, where filter: SearchFilter
  ) async throws -> [Candidate] {
    let (documents, holders) = try await index.holders(of: question.words, where: filter)
    let sorted = documents.sorted { $0.key < $1.key }
    let labels = sorted.map { ListedNote.labels(of: $0.value) }
    let texts = labels.flatMap(\.self)
    var terms = zip(texts, try await index.stems(of: texts)).map { ListingTerms.terms(of: $0, stems: $1) }[...]
    var candidates: [Candidate] = []
    let counts = try await index.chunkCounts()
    for ((id, document), labels) in zip(sorted, labels) {
      let own = Array(terms.prefix(labels.count))
      terms = terms.dropFirst(labels.count)
      // Nothing of it could be read.
      if document.problem != nil, counts[id] == nil { continue }
      let known = own.reduce(into: Set()) { $0.formUnion($1) }
      let held = zip(words, holders).map { $1.contains(id) || $0.isSubset(of: known) }
      if held.isEmpty || held.contains(true) { examined += 1 }
      if held.allSatisfy(\.self) { candidates.append((id, document, own)) }
    }
    // If there are too many, the newest are read.
    var room = Self.mostChunks
    candidates.sort { $0.document.modified > $1.document.modified }
    let read = candidates.prefix { candidate in
      defer { room -= counts[candidate.id] ?? 0 }
      return room > 0
    }
    unexamined = candidates.count - read.count
    examined -= unexamined
    return Array(read)
  }

  /// The maximum number of chunks that are read: 16,000 take two seconds and 100 MB.
  private static let mostChunks = 32_000
}
