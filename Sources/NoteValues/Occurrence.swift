/// Days on which an event takes place, a task is due, or somebody has a birthday.
package struct Occurrence: Sendable, Hashable {
  /// What takes place.
  package enum Kind: Int, Sendable, Hashable {
    /// An event or a journal entry, the day on which a task is due, or a birthday or anniversary.
    case event, task, anniversary
  }

  /// The line of the text that names it, from 1.
  package var line: Int
  /// The first and the last day.
  package var days: ClosedRange<Day>
  /// The minute of the first day at which it begins; `nil` for whole days.
  package var start: Int?
  /// The minute of the last day at which it ends; `nil` for whole days, or if it has no length.
  package var end: Int?
  package var kind: Kind
  /// Whether it is called off.
  package var isCancelled: Bool

  package init(
    line: Int, days: ClosedRange<Day>, start: Int? = nil, end: Int? = nil, kind: Kind = .event,
    isCancelled: Bool = false
  ) {
    (self.line, self.days, self.start, self.end) = (line, days, start, end)
    (self.kind, self.isCancelled) = (kind, isCancelled)
  }

  /// Whether it is among what is asked of some days.
  package func isMeant(in days: ClosedRange<Day>) -> Bool {
    kind != .anniversary || Self.areAnniversariesMeant(in: days)
  }

  /// Birthdays are on some of the days of a month, but a longer time has everybody's.
  private static let longestSpanOfAnniversaries = 32

  /// Whether what is asked of some days may be on an anniversary.
  package static func areAnniversariesMeant(in days: ClosedRange<Day>) -> Bool {
    days.upperBound.number - days.lowerBound.number < longestSpanOfAnniversaries
  }

  /// Returns a minute of the day as in `14:30`.
  package static func clock(_ minute: Int) -> String {
    [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

extension Occurrence: Codable {
  /// Reads a list of numbers: a calendar may have many thousands of them.
  package init(from decoder: any Decoder) throws {
    var numbers = try decoder.unkeyedContainer()
    line = try numbers.decode(Int.self)
    let first = try numbers.decode(Int.self)
    let last = try numbers.decode(Int.self)
    let rawKind = try numbers.decode(Int.self)
    isCancelled = try numbers.decode(Int.self) != 0
    start = try numbers.decodeIfPresent(Int.self)
    end = try numbers.decodeIfPresent(Int.self)
    guard first <= last, let known = Kind(rawValue: rawKind) else {
      throw DecodingError.dataCorruptedError(in: numbers, debugDescription: "no days, or an unknown kind")
    }
    (days, kind) = (Day(number: first)...Day(number: last), known)
  }

  /// Writes a list of numbers.
  package func encode(to encoder: any Encoder) throws {
    var numbers = encoder.unkeyedContainer()
    for number in [line, days.lowerBound.number, days.upperBound.number, kind.rawValue, isCancelled ? 1 : 0] {
      try numbers.encode(number)
    }
    for number in [start, end] {
      if let number { try numbers.encode(number) } else { try numbers.encodeNil() }
    }
  }
}
