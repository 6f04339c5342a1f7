import ForeignFormats

/// Converts calendars (iCalendar, RFC 5545): a section for each event, task and journal entry.
enum CalendarConverter {
  private static let kinds: Set<String> = ["VEVENT", "VTODO", "VJOURNAL"]

  private struct Entry {
    var isTask = false
    var lines: [ContentLine] = []
  }

  /// The most people of an event that are named.
  private static let mostAttendees = 50

  static func conversion(of bytes: [UInt8]) throws -> Conversion {
    var entries: [Entry] = []
    var entry = Entry()
    var open: [String] = []
    var title: String?
    var isCalendar = false
    for line in ContentLine.lines(of: try DecodedText.string(of: bytes)) {
      if line.name == "BEGIN" {
        let name = line.value.uppercased()
        // Some programs write events with no calendar around them.
        isCalendar = isCalendar || name == "VCALENDAR" || kinds.contains(name)
        if kinds.contains(name) { entry = Entry(isTask: name == "VTODO") }
        open.append(name)
      } else if line.name == "END" {
        if let kind = open.popLast(), kinds.contains(kind) { entries.append(entry) }
      } else if let kind = open.last, kinds.contains(kind) {
        // Not what an alarm inside says.
        entry.lines.append(line)
      } else if line.name == "X-WR-CALNAME" {
        title = line.text
      }
    }
    guard isCalendar else { throw ConversionError.damaged("it is no calendar") }
    // The file ends in the middle of an entry.
    let isCut = open.contains { kinds.contains($0) }
    if isCut, !entry.lines.isEmpty { entries.append(entry) }
    var moved = movedOccurrences(of: entries)
    var writer = MarkdownWriter()
    for entry in entries { write(entry, moved: &moved, to: &writer) }
    return writer.conversion(title: title, remarks: open.isEmpty ? [] : ["the file is cut off"])
  }

  /// Returns the days of occurrences that have an entry of their own, by the identifier of the event that repeats.
  private static func movedOccurrences(of entries: [Entry]) -> [String: [String]] {
    entries.reduce(into: [:]) { moved, entry in
      guard let id = entry.lines.first(where: { $0.name == "UID" })?.value,
        let occurrence = entry.lines.first(where: { $0.name == "RECURRENCE-ID" })
      else { return }
      moved[id, default: []] += days(occurrence)
    }
  }

  private static func write(_ entry: Entry, moved: inout [String: [String]], to writer: inout MarkdownWriter) {
    func first(_ name: String) -> ContentLine? { entry.lines.first { $0.name == name } }
    func all(_ name: String) -> [ContentLine] { entry.lines.filter { $0.name == name } }
    let summary = first("SUMMARY").flatMap { MarkdownWriter.oneLine($0.text) } ?? "(no title)"
    // An entry that repeats is about many days.
    let repeats = first("RRULE") != nil || first("RDATE") != nil
    let dated =
      repeats ? nil : span(of: first("DUE") ?? first("DTSTART"), to: first("DTEND"), for: first("DURATION"))
    writer.heading(dated.map { "\(summary), \($0)" } ?? summary, level: 1)
    if entry.isTask { writer.item(task(summary, first)) }
    var lines: [(String, String)] = []
    if let when = when(first("DTSTART"), first("DTEND"), first("DURATION")) { lines.append(("When", when)) }
    // The line of the task says the day.
    if let due = first("DUE"), CalendarTime(due.value)?.time != nil { lines.append(("Due", moment(due))) }
    for rule in all("RRULE") { lines.append(("Repeats", RecurrenceText.text(of: rule.value))) }
    let more = all("RDATE").flatMap(times)
    if !more.isEmpty { lines.append(("Also on", more.joined(separator: ", "))) }
    var except = all("EXDATE").flatMap(days)
    if repeats, first("RECURRENCE-ID") == nil, let id = first("UID") {
      except += moved.removeValue(forKey: id.value) ?? []
    }
    if !except.isEmpty { lines.append(("Except on", except.joined(separator: ", "))) }
    let fields = [
      ("LOCATION", "Where"), ("STATUS", "Status"), ("CATEGORIES", "Categories"), ("RESOURCES", "Resources"),
      ("CONTACT", "Contact"), ("URL", "Web"),
    ]
    for (name, label) in fields where name != "STATUS" || !entry.isTask {
      for line in all(name) { lines.append((label, name == "STATUS" ? line.text.lowercased() : line.text)) }
    }
    if let organizer = first("ORGANIZER") { lines.append(("Organizer", person(organizer))) }
    let people = all("ATTENDEE").prefix(mostAttendees).map(person)
    if !people.isEmpty { lines.append(("Attendees", people.joined(separator: ", "))) }
    for (label, text) in lines { writer.item("\(label): \(MarkdownWriter.oneLine(text) ?? "")") }
    writer.endBlock()
    for note in all("DESCRIPTION") + all("COMMENT") { writer.paragraph(note.text) }
  }

  /// Returns the line of a task as notes have it, with its dates: `[ ] Print scores [due:: 2026-11-03]`.
  private static func task(_ summary: String, _ first: (String) -> ContentLine?) -> String {
    let mark =
      switch first("STATUS")?.value.uppercased() {
      case "COMPLETED": "x"
      case "CANCELLED": "-"
      case "IN-PROCESS": "/"
      default: first("COMPLETED") == nil ? " " : "x"
      }
    let dates = [("DTSTART", "start"), ("DUE", "due"), ("COMPLETED", "completion")].compactMap { name, field in
      first(name).flatMap { CalendarTime($0.value) }.map { " [\(field):: \($0.day)]" }
    }
    return "[\(mark)] \(summary)" + dates.joined()
  }

  /// Returns a time in words, as in `2026-11-25 14:30 to 15:30 (Europe/Berlin)`.
  private static func when(_ start: ContentLine?, _ end: ContentLine?, _ duration: ContentLine?) -> String? {
    guard let start else { return nil }
    guard let from = CalendarTime(start.value) else { return start.text }
    let zone = start.parameters["TZID"].map { " (\($0))" } ?? ""
    if let end, let to = CalendarTime(end.value) {
      if from.time == nil, to.time == nil { return span(of: start, to: end, for: nil) }
      let isSameDay = to.day == from.day && to.isUTC == from.isUTC
      let until = isSameDay ? (to.time ?? "") + (to.isUTC ? " UTC" : "") : to.text
      let begin = isSameDay ? from.day + " " + (from.time ?? "") : from.text
      return "\(begin) to \(until)\(zone)"
    }
    return from.text + (duration.flatMap { RecurrenceText.duration($0.value) }.map { ", for " + $0 } ?? "") + zone
  }

  /// Returns the days of an entry, as in `2026-11-25` or `2026-11-25 to 2026-11-27`; `nil` if it names none.
  private static func span(of start: ContentLine?, to end: ContentLine?, for duration: ContentLine?) -> String? {
    guard let from = start.flatMap({ CalendarTime($0.value) }) else { return nil }
    var last = from.day
    if let to = end.flatMap({ CalendarTime($0.value) }) {
      // The end of whole days, or midnight, is on the day after the last.
      last = to.time == nil || to.time == "00:00" ? SheetDate.day(to.day, later: -1) ?? to.day : to.day
    } else if let days = duration.flatMap({ RecurrenceText.wholeDays($0.value) }) {
      last = SheetDate.day(from.day, later: days - 1) ?? last
    }
    return last <= from.day ? from.day : "\(from.day) to \(last)"
  }

  private static func moment(_ line: ContentLine) -> String { CalendarTime(line.value)?.text ?? line.text }

  private static func times(_ line: ContentLine) -> [String] {
    line.value.split(separator: ",").map { CalendarTime(String($0))?.text ?? String($0) }
  }

  /// Returns the days of exceptions: without the times, three times as many are in one chunk.
  private static func days(_ line: ContentLine) -> [String] {
    line.value.split(separator: ",").map { CalendarTime(String($0))?.day ?? String($0) }
  }

  private static func person(_ line: ContentLine) -> String {
    let lower = line.value.lowercased()
    let address = lower.hasPrefix("mailto:") ? String(line.value.dropFirst(7)) : line.value
    guard let name = line.parameters["CN"], name != address else { return address }
    return "\(name) <\(address)>"
  }
}
