import CICal
import ForeignFormats
import Foundation

/// The time zones of a calendar's file.
final class CalendarZones {
  /// The zone in which days begin for the user.
  private(set) var own: CalendarZone
  private let isChosen: Bool
  /// The components that describe zones, by their identifiers.
  private var descriptions: [String: [ContentLine]] = [:]
  private var zones: [String: CalendarZone] = [:]
  private var described: [OpaquePointer] = []

  /// The most lines of a zone's description. That of a place with all its changes since 1900 has some 800.
  private static let longestDescription = 4000

  init(_ view: CalendarView) {
    own = .known(TimeZone(identifier: view.timeZone) ?? .gmt)
    isChosen = view.isChosen
  }

  deinit { for zone in described { icaltimezone_free(zone, 1) } }

  /// The calendar names its own time zone, in which its times are meant if the user has not chosen one.
  func note(ofCalendar name: String) {
    if !isChosen, let zone = Self.known(name) { own = .known(zone) }
  }

  /// Keeps the description of a zone, without its first and last line.
  func add(_ lines: [ContentLine]) {
    guard let id = lines.first(where: { $0.name == "TZID" })?.value else { return }
    descriptions[id] = lines
  }

  /// Returns the zone with an identifier: what the system knows by that name, else what the file describes; `nil` if it
  /// is neither.
  func zone(_ id: String) -> CalendarZone? {
    if let zone = zones[id] { return zone }
    let zone = Self.known(id).map(CalendarZone.known) ?? description(of: id)
    if let zone { zones[id] = zone }
    return zone
  }

  /// Some programs write a path before the name: `/freeassociation.sourceforge.net/Europe/Berlin`.
  private static func known(_ id: String) -> TimeZone? {
    var rest = id[...]
    while !rest.isEmpty {
      // An offset or an abbreviation, which Foundation knows as well, may mean something else in a file.
      if rest.contains("/") || ["UTC", "GMT"].contains(rest.uppercased()), let zone = TimeZone(identifier: String(rest))
      {
        return zone
      }
      guard let slash = rest.firstIndex(of: "/") else { return nil }
      rest = rest[rest.index(after: slash)...]
    }
    return nil
  }

  private func description(of id: String) -> CalendarZone? {
    guard let lines = descriptions[id], lines.count <= Self.longestDescription, lines.allSatisfy(Self.isSound) else {
      return nil
    }
    let names: Set = ["BEGIN", "END", "TZID", "TZOFFSETFROM", "TZOFFSETTO", "DTSTART", "RRULE", "RDATE"]
    let kept = lines.filter { names.contains($0.name) }.map { "\($0.name):\($0.value)" }
    let text = (["BEGIN:VTIMEZONE"] + kept + ["END:VTIMEZONE", ""]).joined(separator: "\r\n")
    guard let component = icalcomponent_new_from_string(text), let zone = icaltimezone_new() else { return nil }
    guard icaltimezone_set_component(zone, component) != 0 else {
      icaltimezone_free(zone, 1)
      icalcomponent_free(component)
      return nil
    }
    described.append(zone)
    return .described(zone)
  }

  /// Whether libical reads a line of a description in little time: clocks change by the year.
  private static func isSound(_ line: ContentLine) -> Bool {
    line.name != "RRULE" || line.value.uppercased().contains("FREQ=YEARLY")
  }
}
