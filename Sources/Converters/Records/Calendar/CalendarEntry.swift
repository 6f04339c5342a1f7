/// An event, a task or a journal entry of a calendar, as the file has it.
struct CalendarEntry {
  /// In upper case: `VEVENT`.
  var kind: String
  var lines: [ContentLine] = []

  /// The kinds that are read.
  static let kinds: Set<String> = ["VEVENT", "VTODO", "VJOURNAL"]

  var isTask: Bool { kind == "VTODO" }
  var isCancelled: Bool { first("STATUS")?.value.uppercased() == "CANCELLED" }
  /// Whether it changes an occurrence of another entry, and those after it too.
  var changesLater: Bool {
    first("RECURRENCE-ID")?.parameters["RANGE"]?.uppercased() == "THISANDFUTURE"
  }

  func first(_ name: String) -> ContentLine? { lines.first { $0.name == name } }
  func all(_ name: String) -> [ContentLine] { lines.filter { $0.name == name } }

  /// The rules by which it repeats, without those that are empty.
  var rules: [String] { all("RRULE").map(\.value).filter { !$0.isEmpty } }
  var repeats: Bool { !rules.isEmpty || lines.contains { $0.name == "RDATE" } }

  /// Which version of an entry it is: later ones have a higher number, then a later time.
  private var version: (Int, String) {
    let sequence = first("SEQUENCE").flatMap { Int($0.value) } ?? 0
    return (sequence, (first("LAST-MODIFIED") ?? first("DTSTAMP"))?.value ?? "")
  }

  /// Returns the newest version of each entry, in the order of the file.
  static func newest(of entries: [CalendarEntry]) -> [CalendarEntry] {
    struct Name: Hashable {
      var id, occurrence: String
    }
    var places: [Name: Int] = [:]
    var found: [CalendarEntry] = []
    for entry in entries {
      guard let id = entry.first("UID")?.value, !id.isEmpty else {
        found.append(entry)
        continue
      }
      let name = Name(id: id, occurrence: entry.first("RECURRENCE-ID")?.value ?? "")
      if let place = places[name] {
        if entry.version >= found[place].version { found[place] = entry }
      } else {
        places[name] = found.count
        found.append(entry)
      }
    }
    return found
  }
}
