import VectorStore

/// Collects what the notes say of the days that a question names: the lines of the sections that are about these days,
/// lines that begin with such a day in a note about a longer time, events and tasks.
struct DayListing: Sendable {
  let question: DayQuestion
  private var lines: [DayLine] = []
  private var tasks: [DayLine] = []
  /// The tasks of Org files, by folder and path.
  private var headlines: [String: [NoteTask]] = [:]
  /// The notes that were read.
  private var examined: Set<NoteID> = []
  private var unexamined = 0

  private struct NoteID: Hashable {
    var folder, path: String
  }

  /// A note about more days than this is about a time, not about a day.
  private static let longestEvent = 14
  /// Of more lines than this, the first of each section is listed.
  private static let mostLines = 60
  /// The maximum number of notes that are read, as for other lists (`ListingCandidates`).
  private static let mostNotes = 5000

  /// Reads the notes.
  static func read(
    _ question: DayQuestion, in index: SearchIndex, where filter: SearchFilter
  ) async throws -> DayListing {
    var listing = DayListing(question: question)
    if question.subject != .tasks { try await listing.readSections(in: index, where: filter) }
    if question.subject == .tasks, !question.isAboutDone {
      try await listing.readSections(in: index, where: filter.and(SearchFilter(pathParts: ["*.ics"])))
      listing.keepTasks()
    }
    if [.tasks, .everything].contains(question.subject) { try await listing.readTasks(in: index, where: filter) }
    return listing
  }

  private init(question: DayQuestion) { self.question = question }

  /// Returns the rows, which may be none, and the passages that contain them.
  func rows(labels: FolderLabels) -> (listing: Listing, passages: [Passage]) {
    var rows = ListingRows(labels: labels)
    let isOfManyDays = question.days.lowerBound != question.days.upperBound || question.otherDays != nil
    let shown = shown
    for line in shown.lines {
      let date = isOfManyDays ? line.day.map { EntryDate($0) } : nil
      rows.add(line.text, lines: line.lines, of: line.chunk, date: date)
    }
    let isOne = question.isForNext && shown.lines.count == 1
    let kind: Listing.Kind = isOne ? .next : question.isForCount ? .count : .list
    var result = rows.listing(
      of: kind, areNotes: question.subject == .notes, examined: examined.count, unexamined: unexamined)
    (result.listing.days, result.listing.omitted) = (question.days, shown.omitted)
    return result
  }

  /// The lines that are listed, in the order of their days and times, and how many are left out.
  private var shown: (lines: [DayLine], omitted: Int) {
    var lines = lines.filter { !$0.holdsTagsAlone }
    if question.subject == .events {
      lines = lines.filter { !$0.isTask && !$0.chunk.document.hasContacts && !$0.chunk.document.hasMail || $0.isEvent }
      // Of days to come, notes say more. How many there are, and what was, calendars say better.
      let isForEvents = !question.isAhead || question.isForNext
      if question.isForCount || isForEvents && lines.contains(where: \.isEvent) { lines = lines.filter(\.isEvent) }
    }
    if question.subject == .birthdays {
      lines = lines.filter { $0.chunk.document.hasContacts || DayWords.areAboutBirthday($0.text) }
    }
    if question.subject == .messages { lines = lines.filter { $0.chunk.document.hasMail && !$0.isEvent } }
    if question.isReceived { lines.removeAll(where: \.chunk.document.isSentMail) }
    let all = lines.count
    if question.subject == .notes {
      var seen = Set<NoteID>()
      lines = lines.filter { line in
        let document = line.chunk.document
        return !document.isCalendar && seen.insert(NoteID(folder: document.folder, path: document.path)).inserted
      }
    } else if lines.count > Self.mostLines, !question.isForCount {
      var seen = Set<[Int64]>()
      lines = lines.filter { !$0.isTitle && seen.insert([$0.chunk.id, Int64($0.day?.number ?? 0)]).inserted }
    }
    var sorted = (lines + tasks).sorted { $0.place(in: question.days) < $1.place(in: question.days) }
    if question.isForNext, let next = sorted.first {
      sorted = sorted.filter { ($0.day, $0.time) == (next.day, next.time) }
    }
    return (sorted, question.subject == .notes || question.isForNext ? 0 : all - lines.count)
  }

  // MARK: Sections

  private mutating func readSections(in index: SearchIndex, where filter: SearchFilter) async throws {
    let dated = filter.and(SearchFilter(dated: question.days))
    var documents = try await index.holders(of: [], where: dated).documents
    if question.subject == .birthdays {
      let all = try await index.holders(of: [], where: filter).documents
      documents.merge(all.filter(\.value.hasContacts)) { first, _ in first }
    }
    // If there are too many, the newest are read.
    let newest = documents.sorted { ($1.value.modified, $0.key) < ($0.value.modified, $1.key) }.prefix(Self.mostNotes)
    unexamined = documents.count - newest.count
    let chunks = try await index.chunks(ofDocuments: newest.map(\.key))
    headlines = try await index.orgTasks(of: newest.map(\.value), where: filter)
    let ids = chunks.values.flatMap { $0.map(\.id) }
    // Of the sections: what takes place on a line is not what all of them are about.
    let days = try await index.days(ofChunks: ids, near: [])
    let occurrences = try await index.occurrences(ofChunks: ids, in: question.days)
    for own in chunks.values {
      guard let document = own.first?.document else { continue }
      examined.insert(NoteID(folder: document.folder, path: document.path))
      if document.hasRecords {
        readRecords(own, days: days, occurrences)
      } else if document.hasContacts {
        readContacts(own, occurrences)
      } else {
        readNote(own, days: days)
        if document.isOrg { readStamps(own, occurrences) }
      }
    }
  }

  /// Reads the events of a calendar, or the messages of a mailbox and the invitations in them.
  private mutating func readRecords(
    _ chunks: [StoredChunk], days: [Int64: ClosedRange<Day>], _ occurrences: [Int64: [Occurrence]]
  ) {
    let entries = NoteEntries.read(chunks.map(\.chunk), ofRecords: true)
    for (place, entry) in entries.enumerated() where entry.form == .heading {
      let chunk = chunks[entry.chunk]
      // What stands below a message's heading is attached to it, or forwarded by it; but not an invitation.
      let own = occurrences[chunk.id, default: []].filter { $0.line == entry.lines.lowerBound }
      guard !chunk.document.hasMail || entry.isOutermost || !own.isEmpty else { continue }
      // A task of a calendar.
      if let isDone = entry.isDone, question.isAhead ? isDone : question.isAboutDone && !isDone { continue }
      if chunk.document.isCalendar || !own.isEmpty {
        for occurrence in own where !occurrence.isCancelled {
          lines.append(DayLine(occurrence, of: entry, chunk: chunk, in: question.days))
        }
      } else if let own = days[chunk.id], own.overlaps(question.days) {
        var line = DayLine(entry, chunk: chunk, day: max(own.lowerBound, question.days.lowerBound))
        // Who wrote a message.
        if chunk.document.hasMail,
          let sender = entries.dropFirst(place + 1).first?.text.prefixMatch(
            of: /From: .*?(?= (?:To|Cc|Date|Subject): |$)/)
        {
          line.text += " · " + sender.output
        }
        lines.append(line)
      }
    }
  }

  /// Reads the birthdays and anniversaries of contacts that are to come.
  private mutating func readContacts(_ chunks: [StoredChunk], _ occurrences: [Int64: [Occurrence]]) {
    let isShort = Occurrence.areAnniversariesMeant(in: question.days)
    guard question.subject == .birthdays || question.isAhead && isShort && question.subject != .notes else { return }
    var name = ""
    for entry in NoteEntries.read(chunks.map(\.chunk)) {
      if entry.form == .heading { name = entry.text }
      let chunk = chunks[entry.chunk]
      for occurrence in occurrences[chunk.id, default: []] where occurrence.line == entry.lines.lowerBound {
        var line = DayLine(entry, chunk: chunk, day: occurrence.days.lowerBound)
        line.text = name + " · " + entry.text
        lines.append(line)
      }
    }
  }

  /// Keeps the tasks of calendars, of those that are overdue only the last time.
  private mutating func keepTasks() {
    lines = lines.filter(\.isTask)
    // All days before: what is overdue.
    guard question.days.lowerBound == Day.days(ofYear: 1)?.lowerBound else { return }
    var last: [[Int64]: DayLine] = [:]
    for line in lines { last[[line.chunk.id, Int64(line.lines.lowerBound)]] = line }
    lines = Array(last.values)
  }

  /// Reads the lines of a note.
  private mutating func readNote(_ chunks: [StoredChunk], days: [Int64: ClosedRange<Day>]) {
    let isOrg = chunks.first?.document.isOrg ?? false
    var entries = NoteEntries.read(chunks.map(\.chunk), isOrg: isOrg).filter { !$0.isFrontMatter }
    if let document = chunks.first?.document, let own = headlines[document.folder + "/" + document.path] {
      let tasks = Dictionary(own.map { ($0.line, $0) }) { first, _ in first }
      for place in entries.indices {
        guard let task = tasks[entries[place].lines.lowerBound] else { continue }
        (entries[place].text, entries[place].isDone) = (task.text, task.state != .open)
      }
    }
    let ownDays = entries.map { entry in days[chunks[entry.chunk].id].flatMap { Self.ownDay(of: entry, in: $0) } }
    let namesDays = ownDays.contains { $0 != nil }
    var above: Day?
    for (place, entry) in entries.enumerated() {
      let chunk = chunks[entry.chunk]
      guard let about = days[chunk.id], about.overlaps(question.days) else { continue }
      if entry.form == .heading { above = ownDays[place] ?? above }
      let isOfOneDay = about.lowerBound == about.upperBound
      let day = isOfOneDay ? about.lowerBound : ownDays[place] ?? above
      if let day {
        guard question.days.contains(day) else { continue }
      } else if about != about.clamped(to: question.days) {
        // Of a week's note, the lines of the day; of a journey, all.
        guard !namesDays, about.upperBound.number - about.lowerBound.number <= Self.longestEvent else { continue }
      }
      // What was not done is not what I did.
      if question.isAboutDone, entry.isDone == false { continue }
      let next = place + 1 < entries.count ? entries[place + 1] : nil
      if entry.form == .heading, !Self.isContent(entry.text, before: next) { continue }
      lines.append(DayLine(entry, chunk: chunk, day: day))
    }
  }

  /// Returns the day that an entry of a note about several days begins with: `3 Dec: museum`, of a week `Monday`; `nil`
  /// if it begins with none of them.
  private static func ownDay(of entry: NoteEntry, in days: ClosedRange<Day>) -> Day? {
    guard days.lowerBound != days.upperBound else { return nil }
    let isWeek = days.upperBound.number - days.lowerBound.number < 7
    let tokens = DateToken.tokens(of: String(entry.text.prefix(longestDate)))
    // The day before tomorrow's note: the last 3 December, or Monday, is the one in these days.
    let end = days.upperBound.adding(days: 1)
    guard let first = DatePhrase.all(in: tokens, today: end, isFrench: false, tense: .past).first,
      days.contains(first.days.lowerBound), first.days.lowerBound == first.days.upperBound,
      isWeek || !tokens[first.tokens].allSatisfy(\.isWeekday)
    else { return nil }
    // Emphasis, or a weekday, may stand before it.
    let before = tokens[..<first.tokens.lowerBound]
    let isFirst = before.allSatisfy { $0.number == nil && ($0.text.first?.isLetter != true || $0.isWeekday) }
    return isFirst ? first.days.lowerBound : nil
  }

  /// The number of characters of a line in which its day is looked for.
  private static let longestDate = 40

  /// Whether a heading says more than a date or a weekday, and is not the title above the days of a journal.
  private static func isContent(_ heading: String, before next: NoteEntry?) -> Bool {
    if let next, next.form == .heading, WrittenDate.days(ofHeading: next.text) != nil { return false }
    let tokens = DateToken.tokens(of: heading)
    let dates = WrittenDate.all(in: heading).map(\.tokens)
    return tokens.indices.contains { place in
      let token = tokens[place]
      return token.number == nil && token.text.first?.isLetter == true && !dates.contains { $0.contains(place) }
        && !token.isWeekday && CalendarNames.month(token.text) == nil && token.text.count > 1
    }
  }

  // MARK: Time stamps

  /// Reads the lines of an Org file that have a time stamp of the days.
  private mutating func readStamps(_ chunks: [StoredChunk], _ occurrences: [Int64: [Occurrence]]) {
    let found = chunks.flatMap { occurrences[$0.id, default: []] }
    guard !found.isEmpty, [.everything, .events].contains(question.subject), let document = chunks.first?.document
    else { return }
    let entries = NoteEntries.read(chunks.map(\.chunk), isOrg: true)
    let tasks = headlines[document.folder + "/" + document.path] ?? []
    for occurrence in found {
      guard let entry = entries.first(where: { $0.lines.contains(occurrence.line) }) else { continue }
      let task = tasks.first { $0.line == occurrence.line }
      if let task, question.isAboutDone, task.state == .open { continue }
      let chunk = chunks[entry.chunk]
      var line = DayLine(
        text: Self.text(of: entry, task), lines: entry.lines.clamped(to: chunk.chunk.lines), chunk: chunk,
        day: max(occurrence.days.lowerBound, question.days.lowerBound))
      (line.time, line.isTask) = (occurrence.start.map(Occurrence.clock) ?? "", task != nil)
      // Its section may be about that day as well.
      guard !lines.contains(where: { $0.chunk.id == line.chunk.id && $0.lines == line.lines && $0.day == line.day })
      else { continue }
      lines.append(line)
    }
  }

  /// Returns what a line with a time stamp says: of a headline its text, of another line its headline and itself.
  private static func text(of entry: NoteEntry, _ task: NoteTask?) -> String {
    let own = OrgStamp.removed(from: task?.text ?? entry.text)
    guard entry.form != .heading else { return own.isEmpty ? entry.text : own }
    let heading = OrgStamp.removed(from: String(entry.intro.prefix { $0 != "\n" }))
    let isStampAlone = !own.contains { $0.isLetter || $0.isNumber }
    return isStampAlone ? heading : heading.isEmpty ? entry.text : heading + ": " + entry.text
  }

  // MARK: Tasks

  private mutating func readTasks(in index: SearchIndex, where filter: SearchFilter) async throws {
    let known = Dictionary(grouping: lines) { $0.chunk.id }
    var chunks: [NoteID: [StoredChunk]] = [:]
    for found in try await index.tasks(where: filter) {
      guard let day = day(of: found.task) else { continue }
      let note = NoteID(folder: found.folder, path: found.path)
      if chunks[note] == nil { chunks[note] = try await index.chunks(ofDocument: found.path, in: found.folder) }
      examined.insert(note)
      let line = found.task.line
      guard let own = chunks[note], let place = own.place(ofLine: line) else { continue }
      let chunk = own[place]
      // It may be in a section of that day as well.
      guard known[chunk.id]?.contains(where: { $0.lines.contains(line) }) != true else { continue }
      tasks.append(DayLine(text: found.task.text, lines: line...line, chunk: chunk, day: day))
    }
  }

  /// Returns the day of a task that the question asks for.
  private func day(of task: NoteTask) -> Day? {
    if question.isUnfinished, task.state != .open { return nil }
    let days =
      question.isAboutDone
      ? (task.state == .done ? [task.done] : [])
      : question.isDue ? [task.due] : [task.due, task.scheduled]
    return days.compactMap(\.self).first { question.days.contains($0) }
  }
}

extension DateToken {
  fileprivate var isWeekday: Bool { CalendarNames.weekday(text) != nil }
}
