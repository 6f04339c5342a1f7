import NoteValues

/// What is written of an entry below its name.
struct EntryText {
  private let entry: CalendarEntry
  private let zones: CalendarZones
  private let when: String?
  private let isCancelled: Bool

  /// The most people of an event that are named.
  private static let mostAttendees = 50

  /// - Parameters:
  ///   - when: When it takes place first.
  ///   - isCancelled: Whether its sender calls it off.
  init(of entry: CalendarEntry, zones: CalendarZones, when: String?, isCancelled: Bool) {
    (self.entry, self.zones, self.when, self.isCancelled) = (entry, zones, when, isCancelled)
  }

  /// The line of a task as notes have it, with its dates: `[ ] Print scores [due:: 2026-11-03]`.
  func task(_ summary: String) -> String {
    let mark =
      switch isCancelled ? "CANCELLED" : entry.first("STATUS")?.value.uppercased() {
      case "COMPLETED": "x"
      case "CANCELLED": "-"
      case "IN-PROCESS": "/"
      default: entry.first("COMPLETED") == nil ? " " : "x"
      }
    let dates = [("DTSTART", "start"), ("DUE", "due"), ("COMPLETED", "completion")].compactMap { name, field in
      time(name).map { " [\(field):: \($0.day)]" }
    }
    return "[\(mark)] \(summary)" + dates.joined()
  }

  /// The lines with their labels.
  var fields: [(label: String, text: String)] {
    var lines: [(String, String)] = []
    if let when = when ?? entry.first("DTSTART")?.text { lines.append(("When", when)) }
    // The line of the task says the day.
    if let due = time("DUE"), !due.isWholeDay { lines.append(("Due", due.text)) }
    for rule in entry.rules { lines.append(("Repeats", RecurrenceText.text(of: rule))) }
    let also = entry.all("RDATE").flatMap(times)
    if !also.isEmpty { lines.append(("Also on", also.joined(separator: ", "))) }
    let except = entry.all("EXDATE").flatMap(days)
    if !except.isEmpty { lines.append(("Except on", except.joined(separator: ", "))) }
    let named = [
      ("LOCATION", "Where"), ("STATUS", "Status"), ("CATEGORIES", "Categories"), ("RESOURCES", "Resources"),
      ("CONTACT", "Contact"), ("URL", "Web"),
    ]
    if isCancelled, !entry.isTask { lines.append(("Status", "cancelled")) }
    for (name, label) in named where name != "STATUS" || !entry.isTask && !isCancelled {
      for line in entry.all(name) { lines.append((label, name == "STATUS" ? line.text.lowercased() : line.text)) }
    }
    if let organizer = entry.first("ORGANIZER") { lines.append(("Organizer", Self.person(organizer))) }
    let people = entry.all("ATTENDEE").prefix(Self.mostAttendees).map(Self.person)
    if !people.isEmpty { lines.append(("Attendees", people.joined(separator: ", "))) }
    return lines
  }

  private func time(_ name: String) -> ClockTime? {
    entry.first(name).flatMap { CalendarMoment($0.value, of: $0, zones) }?.time(in: zones.own)
  }

  private func times(_ line: ContentLine) -> [String] {
    line.value.split(separator: ",").map { value in
      let time = CalendarMoment(value.prefix { $0 != "/" }, of: line, zones)?.time(in: zones.own)
      return time.map { $0.text } ?? String(value)
    }
  }

  /// Returns the days of exceptions: without the times, three times as many are in one chunk.
  private func days(_ line: ContentLine) -> [String] {
    line.value.split(separator: ",").map { value in
      CalendarMoment(value, of: line, zones)?.time(in: zones.own).day.description ?? String(value)
    }
  }

  private static func person(_ line: ContentLine) -> String {
    let lower = line.value.lowercased()
    let address = lower.hasPrefix("mailto:") ? String(line.value.dropFirst(7)) : line.value
    guard let name = line.parameters["CN"], name != address else { return address }
    return "\(name) <\(address)>"
  }
}
