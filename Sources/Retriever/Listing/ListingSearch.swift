import VectorStore

/// Finds all entries of the notes that a question asks for.
///
/// An entry belongs to the list if it has all of the question's words: in itself, or in what is above it (the row that
/// names the columns, the sentence before a list, headings, title, path, tags), but not all of them there. What is
/// listed is decided by the notes' own structure:
///
/// 1. Notes, if one of the words is the name of their folder or their tag: `incidents/2026-07-28.md` is an incident.
/// 2. Rows of tables and list items, which are listed together.
/// 3. A whole table or list, if its heading has all the words.
/// 4. Sentences, if the question says "all" or asks for a date.
struct ListingSearch: Sendable {
  let question: ListingQuestion
  let candidates: ListingCandidates
  let today: Day

  /// An entry of the list.
  struct Match: Sendable, Hashable {
    var note: Int
    /// The place in the note's entries.
    var entry: Int
  }

  private var words: [Set<String>] { candidates.words }
  var notes: [ListedNote] { candidates.notes }
  /// The terms of the question.
  private var topic: Set<String> { words.reduce(into: []) { $0.formUnion($1) } }

  /// Returns the entries of the list, and whether they stand for their notes; `nil` if there are none.
  func matches() -> (matches: [Match], areNotes: Bool)? {
    if question.asksForNotes {
      let found = notes.indices.compactMap { mention(of: topic, in: $0) }
      let all = found.isEmpty && !question.isAboutTags ? notes.indices.compactMap(bestEntry) : found
      // Notes with a date are entries of a journal; the number of others says nothing of what a note counts.
      let areMeant = !question.mayCountParts || all.allSatisfy { notes[$0.note].date != nil }
      return all.isEmpty || !areMeant ? nil : (all, true)
    }
    if let found = kinds(), !found.isEmpty { return (found, true) }
    if question.asksForTasks {
      let tasks = notes.indices.flatMap(tasks)
      return tasks.isEmpty ? nil : (tasks, false)
    }
    let held = notes.indices.flatMap { entries(of: topic, in: $0) }
    let structured = held.filter { form(of: $0) != .sentence }
    switch question.kind {
    case .latest, .earliest, .next: return held.isEmpty ? nil : (held, false)
    case .count:
      let rows = mostOfAForm(structured.filter(isNamedAbove))
      // A single line may say the number itself, and the model reads it better.
      return rows.count > 1 ? (rows, false) : nil
    case .list:
      guard question.isExplicit else {
        let rows = structured.filter(isNamedAbove)
        return rows.count > 1 ? (rows, false) : nil
      }
      // "List all strains": the table of strains, not every line that has the word.
      let lists =
        question.asksForEverything
        ? [everyLine(with: held)]
        : words.count == 1 ? [wholeList(), structured, held] : [structured, wholeList(), held]
      return lists.first { !$0.isEmpty }.map { ($0, false) }
    }
  }

  /// Returns the notes that are themselves what the question asks for, each with the entry that has the other words.
  private func kinds() -> [Match]? {
    for (place, word) in words.enumerated() where question.nouns.contains(question.words[place]) {
      let such = notes.indices.filter { isA(question.words[place], word, notes[$0]) }
      guard !such.isEmpty else { continue }
      var rest = words
      rest.remove(at: place)
      let others = rest.reduce(into: Set()) { $0.formUnion($1) }
      let found = such.compactMap { mention(of: others, in: $0) }
      guard !found.isEmpty else { continue }
      // "Status: rejected" above the text decides, if notes have such lines, and not every use of the word.
      let ofHeader = question.isMention || others.isEmpty ? [] : properties(with: others, in: such)
      return ofHeader.isEmpty ? found : ofHeader
    }
    return nil
  }

  /// Returns the lines above the text that have some words, of the name whose lines say the least besides: "Status:
  /// rejected" rather than "Discussion: why it was not rejected".
  private func properties(with terms: Set<String>, in notes: [Int]) -> [Match] {
    let held = notes.flatMap { entries(of: terms, in: $0) }.filter { match in
      // "description: Tags are keywords." is prose.
      form(of: match) == .property && entry(of: match).entry.text.last.map { !".!?。".contains($0) } ?? false
    }
    let byName = Dictionary(grouping: held) { match in
      entry(of: match).entry.text.prefix { $0 != ":" }.lowercased()
    }
    func share(_ matches: [Match]) -> Double {
      matches.reduce(0) { $0 + 1 / Double(entry(of: $1).terms.count) } / Double(matches.count)
    }
    return byName.sorted { $0.key < $1.key }.max { share($0.value) < share($1.value) }?.value ?? []
  }

  /// Whether a note is what a word names, by its folder or a tag. A note whose title has the word in the plural is
  /// itself a list: `Orders 2026`.
  private func isA(_ word: String, _ terms: Set<String>, _ note: ListedNote) -> Bool {
    // The last of something is one with a date.
    guard !question.asksForDate || note.date != nil || !note.days.isEmpty else { return false }
    if let folder = note.folderName, !note.titleWords.contains(folder), note.folderTerms == terms,
      folder.hasPrefix(word)
    {
      return true
    }
    // The tag `incident` says what a note is, the tag `incidents` what it is about.
    return zip(note.document.tags, note.tagTerms).contains { tag, ofTag in
      ofTag == terms && (question.asksForDate ? tag == word : word.count > tag.count && word.hasPrefix(tag))
    }
  }

  /// Returns the entry that shows that a note has some words: in one entry and what is above it, or in its labels.
  private func mention(of terms: Set<String>, in note: Int) -> Match? {
    let entries = notes[note].entries
    if question.isAboutTags {
      let tags = notes[note].tagTerms.reduce(into: Set()) { $0.formUnion($1) }
      guard terms.isSubset(of: tags) else { return nil }
    } else {
      let found = self.entries(of: terms, in: note)
      if let first = found.first(where: { form(of: $0) == .property }) ?? found.first { return first }
      guard terms.isSubset(of: notes[note].labels) else { return nil }
    }
    let shown =
      entries.firstIndex { !terms.isDisjoint(with: $0.terms) } ?? entries.firstIndex { $0.entry.form == .heading }
    return (shown ?? entries.indices.first).map { Match(note: note, entry: $0) }
  }

  /// Returns the entry with most of the question's words, in a note that has all of them in different places.
  private func bestEntry(of note: Int) -> Match? {
    let entries = notes[note].entries
    let shared = entries.map { $0.terms.intersection(topic).count }
    guard let best = shared.max(), best > 0, let place = shared.firstIndex(of: best) else { return nil }
    return Match(note: note, entry: place)
  }

  /// Returns the entries of a note that have some words together with what is above them.
  private func entries(of terms: Set<String>, in note: Int) -> [Match] {
    let labels = notes[note].labels
    return notes[note].entries.indices.compactMap { place in
      let entry = notes[note].entries[place]
      let missing = terms.subtracting(entry.intro).subtracting(entry.outer).subtracting(labels)
      guard !missing.isEmpty, missing.isSubset(of: entry.terms), isWanted(entry.entry) else { return nil }
      return Match(note: note, entry: place)
    }
  }

  /// Returns the tasks of a note that have the question's words, or stand below them.
  private func tasks(of note: Int) -> [Match] {
    notes[note].entries.indices.compactMap { place in
      let entry = notes[note].entries[place]
      let known = entry.terms.union(entry.intro).union(entry.outer).union(notes[note].labels)
      guard entry.entry.isDone != nil, isWanted(entry.entry), topic.isSubset(of: known) else { return nil }
      return Match(note: note, entry: place)
    }
  }

  /// Returns the entries of the table or list whose heading fits the question's words best.
  private func wholeList() -> [Match] {
    struct Group: Hashable {
      var note: Int
      var number: Int
    }
    var groups: [Group: (fit: Double, entries: [Match])] = [:]
    for note in notes.indices {
      for (place, entry) in notes[note].entries.enumerated() {
        guard entry.entry.form == .tableRow || entry.entry.form == .listItem, isWanted(entry.entry),
          topic.isSubset(of: entry.intro.union(entry.outer).union(notes[note].labels))
        else { continue }
        let fit = entry.headings.map { Double($0.intersection(topic).count) / Double(max(1, $0.count)) }.max() ?? 0
        guard fit >= Self.leastFit else { continue }
        let group = Group(note: note, number: entry.entry.group)
        groups[group, default: (fit, [])].entries.append(Match(note: note, entry: place))
      }
    }
    let best = groups.values.max { left, right in
      (left.fit, left.entries.count) < (right.fit, right.entries.count)
    }
    return best?.entries ?? []
  }

  /// Returns the lines that have the words, also below a title that has them, and those of the list whose heading has
  /// them, in order.
  private func everyLine(with held: [Match]) -> [Match] {
    let own = notes.indices.flatMap { note in
      notes[note].entries.indices.compactMap { place in
        let entry = notes[note].entries[place]
        return topic.isSubset(of: entry.terms) && isWanted(entry.entry) ? Match(note: note, entry: place) : nil
      }
    }
    return Set(held + own + wholeList()).sorted { ($0.note, $0.entry) < ($1.note, $1.entry) }
  }

  /// The share of a heading's words that a question must have, so that the list below is what it asks for.
  private static let leastFit = 0.4

  /// Whether what is counted is named above an entry: "how many strains came from …" counts rows of a table of strains,
  /// while "how many minutes" and "how many points", a column of a table of games, ask for what a line says.
  private func isNamedAbove(_ match: Match) -> Bool {
    let entry = entry(of: match)
    guard let noun = words.first else { return false }
    return noun.isSubset(of: entry.names.union(notes[match.note].labels))
  }

  /// Returns the rows or the items, whichever are more: what counts rows does not count a remark about them.
  private func mostOfAForm(_ matches: [Match]) -> [Match] {
    let byForm = Dictionary(grouping: matches, by: form)
    return byForm.values.max { $0.count < $1.count } ?? []
  }

  private func isWanted(_ entry: NoteEntry) -> Bool { !question.isAboutUnfinished || entry.isDone == false }

  func form(of match: Match) -> NoteEntry.Form { entry(of: match).entry.form }

  private func entry(of match: Match) -> ListedNote.Entry { notes[match.note].entries[match.entry] }

  /// Returns the date of an entry, of its section, or of its note.
  func date(of match: Match) -> EntryDate? {
    let (note, entry) = (notes[match.note], entry(of: match).entry)
    let chunk = note.chunks[entry.chunk]
    let ofSection = note.days[chunk.id].flatMap { EntryDate(ofDays: $0) }
    if let occurrence = occurrence(of: match) {
      let first = occurrence.days.lowerBound
      return EntryDate(question.kind == .next ? max(first, min(today, occurrence.days.upperBound)) : first)
    }
    // Its fields have other dates.
    if note.document.isCalendar { return nil }
    return EntryDate(firstIn: entry.text) ?? ofSection ?? note.date
  }

  /// Returns the occurrence of an event, or the next birthday, that is asked for; `nil` if an entry is not of one.
  func occurrence(of match: Match) -> Occurrence? {
    let (note, entry) = (notes[match.note], entry(of: match).entry)
    let all = note.occurrences[note.chunks[entry.chunk].id, default: []].filter { occurrence in
      let isOfEntry = occurrence.line == entry.lines.lowerBound
      return occurrence.kind == .anniversary
        ? isOfEntry && question.kind == .next : isOfEntry || note.document.isCalendar
    }
    // What an event's description says is below its name.
    let line = all.map(\.line).filter { $0 <= entry.lines.lowerBound }.max()
    let own = all.filter { $0.line == line && !$0.isCancelled }
    return switch question.kind {
    case .next: own.first { $0.days.upperBound >= today }
    case .earliest: own.first
    case .latest, .count, .list: own.last { $0.days.lowerBound <= today } ?? own.first
    }
  }
}
