/// The days of an event that repeats, or of a birthday, read from the text of a converted calendar or of contacts.
///
///     - When: 2026-01-06 18:00 to 19:00
///     - Repeats: every 2 weeks on Tuesday until 2026-12-31
///     - Except on: 2026-02-03
///
/// `RecurrenceText` of `Converters` writes these lines. Rules of RFC 5545 by days, weeks, months and years are known;
/// an event that repeats by another, as every hour, is on its first day alone.
package struct Recurrence: Sendable, Hashable {
  /// The days of the first occurrence.
  private var first: ClosedRange<Day>
  private var rules: [RecurrenceRule]
  private var exceptions: Set<Day>
  private var additions: Set<Day>
  /// Whether it is a birthday or an anniversary.
  private(set) package var isAnniversary = false

  /// What the lines of an event begin with.
  private static let labels = (when: "- When: ", rule: "- Repeats: ", also: "- Also on: ", except: "- Except on: ")

  /// The maximum number of days among which the next occurrence is looked for: 29 February is at most 8 years away.
  private static let farthest = 8 * 366
  /// The maximum number of days of an event.
  private static let longest = 366
  /// What the lines of a contact with days of each year begin with.
  package static let anniversaries = ["Birthday", "Anniversary"]

  /// Reads the lines of an event; `nil` if it does not repeat. One that repeats by a rule that is not known is on its
  /// first days alone.
  package init?(of text: String) {
    let lines = Self.fields(of: text)
    func values(_ label: String) -> [Substring] {
      lines.filter { $0.hasPrefix(label) }.map { $0.dropFirst(label.count) }
    }
    func days(_ label: String) -> [Day] {
      values(label).flatMap { $0.split { $0 == " " || $0 == "," }.compactMap { Day($0) } }
    }
    let repeats = values(Self.labels.rule)
    (exceptions, additions) = (Set(days(Self.labels.except)), Set(days(Self.labels.also)))
    guard !repeats.isEmpty || !additions.isEmpty, let when = values(Self.labels.when).first,
      let start = days(Self.labels.when).first
    else { return nil }
    first = start...max(start, Self.last(of: when, from: start))
    rules = repeats.compactMap { RecurrenceRule(String($0), from: start) }
  }

  /// Reads the line of a contact: `Birthday: 1984-02-16`, without its year `Birthday: 02-16`; `nil` if it is another.
  package init?(ofField field: some StringProtocol) {
    guard let colon = field.firstIndex(of: ":"), Self.isAnniversary(field[..<colon]) else { return nil }
    let text = field[colon...].drop { $0 == ":" || $0 == " " }
    // Without a year, that of a leap year before everybody's birth.
    guard let day = Day(text) ?? Day("1604-" + text), let rule = RecurrenceRule("every year", from: day) else {
      return nil
    }
    (first, rules, exceptions, additions, isAnniversary) = (day...day, [rule], [], [], true)
  }

  /// Whether a field has a day of each year by its name, behind which a kind may stand: `Birthday (home)`.
  private static func isAnniversary(_ label: some StringProtocol) -> Bool {
    anniversaries.contains { label == $0 || label.hasPrefix($0 + " (") && label.hasSuffix(")") }
  }

  /// Reads the birthday and the anniversary of a contact.
  static func all(ofContact text: String) -> [Recurrence] {
    fields(of: text).compactMap { Recurrence(ofField: $0.dropFirst(2)) }
  }

  /// Returns the lines with the fields of an event or a contact, not what a description says below them.
  private static func fields(of text: String) -> ArraySlice<Substring> {
    text.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.hasPrefix("- ") }
      .prefix { $0.hasPrefix("- ") }
  }

  /// Returns the last day of the first occurrence: of `2026-05-01 to 2026-05-03`, `2026-05-01 22:00 to 2026-05-02
  /// 00:00`, `2026-05-01, for 3 days`.
  private static func last(of when: Substring, from start: Day) -> Day {
    let words = when.split { $0 == " " || $0 == "," }
    if let place = words.firstIndex(of: "for"), place + 2 < words.count, let count = Int(words[place + 1]),
      (1...longest).contains(count), ["day", "days", "week", "weeks"].contains(words[place + 2])
    {
      return start.adding(days: count * (words[place + 2].hasPrefix("week") ? 7 : 1) - 1)
    }
    guard let place = words.firstIndex(of: "to"), place + 1 < words.count, let end = Day(words[place + 1]),
      end.number - start.number <= longest
    else { return start }
    return place + 2 < words.count && words[place + 2] == "00:00" ? end.adding(days: -1) : end
  }

  /// Returns the days of the first occurrence of which one is in a span; `nil` if there is none.
  package func occurrence(in span: ClosedRange<Day>) -> ClosedRange<Day>? { occurrences(in: span, limit: 1).first }

  /// Returns the occurrences that have a day in a span, the first of them.
  package func occurrences(in span: ClosedRange<Day>, limit: Int) -> [ClosedRange<Day>] {
    let length = first.upperBound.number - first.lowerBound.number
    let earliest = max(first.lowerBound, span.lowerBound.adding(days: -length))
    let latest = min(span.upperBound, end ?? span.upperBound, earliest.adding(days: Self.farthest))
    guard earliest <= latest else { return [] }
    let starts = Starts(of: self, until: latest)
    var found: [ClosedRange<Day>] = []
    for number in earliest.number...latest.number where starts.contain(Day(number: number)) {
      found.append(Day(number: number)...Day(number: number + length))
      if found.count == limit { break }
    }
    return found
  }

  /// Returns the days of the last occurrence that begins on a day or before; `nil` if there is none.
  package func lastOccurrence(until day: Day) -> ClosedRange<Day>? {
    let latest = min(day, end ?? day)
    let earliest = max(first.lowerBound, latest.adding(days: -Self.farthest))
    guard earliest <= latest else { return nil }
    let starts = Starts(of: self, until: latest)
    let number = (earliest.number...latest.number).reversed().first { starts.contain(Day(number: $0)) }
    return number.map { Day(number: $0)...Day(number: $0 + first.upperBound.number - first.lowerBound.number) }
  }

  /// The last day on which it can begin; `nil` if it repeats for ever, or so many times.
  private var end: Day? {
    var last = max(first.lowerBound, additions.max() ?? first.lowerBound)
    for rule in rules {
      guard let end = rule.last else { return nil }
      last = max(last, end)
    }
    return last
  }

  /// The days on which the event begins.
  private struct Starts {
    private let event: Recurrence
    private let counted: [Set<Day>?]

    init(of event: Recurrence, until latest: Day) {
      self.event = event
      counted = event.rules.map { $0.occurrences(until: latest) }
    }

    /// Whether it is the day on which a birthday of 29 February is kept in a year without one.
    private func isForLeapDay(_ day: Day) -> Bool {
      let (first, parts) = (event.first.lowerBound.parts, day.parts)
      return event.isAnniversary && (first.month, first.day) == (2, 29) && (parts.month, parts.day) == (2, 28)
        && Day.length(ofMonth: 2, parts.year) == 28
    }

    func contain(_ day: Day) -> Bool {
      guard !event.exceptions.contains(day) else { return false }
      return day == event.first.lowerBound || event.additions.contains(day) || isForLeapDay(day)
        || zip(event.rules, counted).contains { rule, counted in counted?.contains(day) ?? rule.matches(day) }
    }
  }
}
