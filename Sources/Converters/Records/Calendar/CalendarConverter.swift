import ForeignFormats

/// Converts calendars (iCalendar, RFC 5545): a section for each event, task and journal entry, and the days on which
/// they take place.
struct CalendarConverter {
  private var entries: [CalendarEntry] = []
  private var title: String?
  /// What the sender of a calendar wants, as in `REQUEST`.
  private var method: String?
  private let zones: CalendarZones
  private let view: CalendarView
  private var isCut = false
  private var writer = MarkdownWriter()
  private var remarks: [String] = []

  /// The methods of messages that only answer an invitation, or ask about one (RFC 5546).
  private static let answers: Set<String> = ["REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER"]
  private static let mostRemarks = 5

  static func conversion(of bytes: [UInt8], _ view: CalendarView) throws -> Conversion {
    var converter = CalendarConverter(view)
    guard converter.read(ContentLine.lines(of: try DecodedText.string(of: bytes))) else {
      throw ConversionError.damaged("it is no calendar")
    }
    converter.write()
    return converter.writer.conversion(
      title: converter.title, remarks: converter.remarks + (converter.isCut ? ["the file is cut off"] : []))
  }

  private init(_ view: CalendarView) {
    self.view = view
    zones = CalendarZones(view)
  }

  /// Reads the lines of a file; returns whether it is a calendar.
  private mutating func read(_ lines: [ContentLine]) -> Bool {
    var entry: CalendarEntry?
    var zone: [ContentLine] = []
    var open: [String] = []
    var openZones = 0
    var isCalendar = false
    for line in lines {
      if line.name == "BEGIN" {
        let name = line.value.uppercased()
        // Some programs write events with no calendar around them.
        isCalendar = isCalendar || name == "VCALENDAR" || CalendarEntry.kinds.contains(name)
        if CalendarEntry.kinds.contains(name) { entry = CalendarEntry(kind: name) }
        if openZones > 0 { zone.append(line) }
        if name == "VTIMEZONE" { openZones += 1 }
        open.append(name)
      } else if line.name == "END" {
        let name = open.popLast() ?? ""
        if CalendarEntry.kinds.contains(name), let ended = entry.take() { entries.append(ended) }
        if name == "VTIMEZONE" {
          openZones -= 1
          zones.add(zone)
          zone = []
        } else if openZones > 0 {
          zone.append(line)
        }
      } else if let kind = open.last, CalendarEntry.kinds.contains(kind) {
        // Not what an alarm inside says.
        entry?.lines.append(line)
      } else if openZones > 0 {
        zone.append(line)
      } else {
        readProperty(line)
      }
    }
    // The file ends in the middle of an entry.
    if let entry, !entry.lines.isEmpty { entries.append(entry) }
    isCut = !open.isEmpty
    return isCalendar
  }

  private mutating func readProperty(_ line: ContentLine) {
    switch line.name {
    case "X-WR-CALNAME": title = line.text
    case "X-WR-TIMEZONE": zones.note(ofCalendar: line.text)
    case "METHOD": method = line.value.uppercased()
    default: break
    }
  }

  // MARK: Sections

  private mutating func write() {
    let newest = CalendarEntry.newest(of: entries)
    let groups = CalendarGroups(of: newest, zones, lastDay: view.lastDay)
    for (place, entry) in newest.enumerated() { write(entry, groups.series[place]) }
    if remarks.count > Self.mostRemarks {
      remarks = remarks.prefix(Self.mostRemarks) + ["\(remarks.count - Self.mostRemarks) more events repeat so often"]
    }
  }

  private mutating func write(_ entry: CalendarEntry, _ series: CalendarSeries?) {
    let summary = entry.first("SUMMARY").flatMap { MarkdownWriter.oneLine($0.text) } ?? "(no title)"
    let times = series.map { OccurrenceTimes(of: entry, $0, in: zones) }
    // An entry that repeats is about many days.
    let repeats = entry.repeats || entry.changesLater
    let dated = repeats ? nil : times?.all.first.map(Self.span)
    writer.heading(dated.map { "\(summary), \($0)" } ?? summary, level: 1)
    if let times, !Self.answers.contains(method ?? "") {
      let isCancelled = entry.isCancelled || method == "CANCEL"
      let line = writer.lastHeading
      for var occurrence in times.all {
        (occurrence.kind, occurrence.isCancelled) = (entry.isTask ? .task : .event, isCancelled)
        writer.add(occurrence, after: line)
      }
      if series?.goesOn == true { writer.hasLaterOccurrences = true }
    }
    if let series, series.isCut, let first = series.times.first, let last = series.times.last {
      remarks.append("\"\(summary)\" repeats so often that it is known from \(first.day) to \(last.day) alone")
    }
    let text = EntryText(of: entry, zones: zones, when: times?.text, isCancelled: method == "CANCEL")
    if entry.isTask { writer.item(text.task(summary)) }
    for (label, value) in text.fields { writer.item("\(label): \(MarkdownWriter.oneLine(value) ?? "")") }
    writer.endBlock()
    for note in entry.all("DESCRIPTION") + entry.all("COMMENT") { writer.paragraph(note.text) }
  }

  /// Returns days as in `2026-11-25`, or `2026-11-25 to 2026-11-27`.
  private static func span(_ occurrence: Occurrence) -> String {
    let days = occurrence.days
    return days.upperBound > days.lowerBound ? "\(days.lowerBound) to \(days.upperBound)" : "\(days.lowerBound)"
  }
}
