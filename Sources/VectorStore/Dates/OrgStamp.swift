/// An active time stamp of Org, and the days that it stands for: `<2026-12-10 Thu 19:30 +1w>`,
/// `<2026-07-01 Wed>--<2026-07-05 Sun>`.
package struct OrgStamp: Sendable, Hashable {
  private struct Step: Hashable {
    var count: Int
    /// `d`, `w`, `m` or `y`.
    var unit: Character
  }

  /// As it stands in the text.
  package var written: String
  /// The days of the first occurrence.
  package var days: ClosedRange<Day>
  /// The minute of the first day at which it begins; `nil` if it names no time.
  package var start: Int?
  /// How far apart two occurrences are; `nil` if there is one.
  private var step: Step?

  /// Whether it is on more days.
  package var repeats: Bool { step != nil }

  /// The longest interval that is known, in units.
  private static let longest = 1000

  /// Returns the stamps in a line. Those in square brackets are inactive, and diary expressions are not read.
  package static func all(in line: String) -> [OrgStamp] {
    // Few lines have one, and a regular expression is compiled anew in each call.
    let parts = line.split(separator: "<", omittingEmptySubsequences: false).dropFirst()
    guard parts.contains(where: { Day($0.prefix(10)) != nil }) else { return [] }
    let one = /<([0-9]{4}-[0-9]{2}-[0-9]{2})([^<>]{0,80})>/
    var found: [OrgStamp] = []
    var end: String.Index?
    for match in line.matches(of: one) {
      guard let day = Day(match.1) else { continue }
      // The last day of a span.
      if let before = end, line[before..<match.range.lowerBound] == "--", let first = found.last,
        first.days.upperBound <= day
      {
        found[found.count - 1].days = first.days.lowerBound...day
        found[found.count - 1].written += "--" + match.output.0
        end = nil
        continue
      }
      found.append(
        OrgStamp(
          written: String(match.output.0), days: day...day, start: minute(in: match.2), step: step(in: match.2)))
      end = match.range.upperBound
    }
    return found
  }

  /// Returns a text without its stamps.
  package static func removed(from text: String) -> String {
    all(in: text).reduce(text) { $0.replacing($1.written, with: "") }.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  private static func minute(in text: Substring) -> Int? {
    guard let time = text.firstMatch(of: /\b([0-9]{1,2}):([0-9]{2})\b/), let hour = Int(time.1),
      let minute = Int(time.2), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }

  /// Reads `+1w`, `++2d` or `.+1m`; hours are days at least.
  private static func step(in text: Substring) -> Step? {
    guard
      let match = text.firstMatch(of: /(?:^|\s)(?:\.\+|\+\+|\+)([0-9]{1,4})([hdwmy])(?:\/[0-9]{1,4}[hdwmy])?(?:\s|$)/),
      let count = Int(match.1), (1...longest).contains(count), let unit = match.2.first
    else { return nil }
    return unit == "h" ? Step(count: max(1, count / 24), unit: "d") : Step(count: count, unit: unit)
  }

  /// Returns the occurrences that have a day in a span, the first of them.
  package func occurrences(in span: ClosedRange<Day>, limit: Int) -> [ClosedRange<Day>] {
    guard let step else { return days.overlaps(span) ? [days] : [] }
    let length = days.upperBound.number - days.lowerBound.number
    // The longest that a step may be, so that none is left out.
    let unit = ["d": 1, "w": 7, "m": 31, "y": 366][step.unit] ?? 1
    let before = span.lowerBound.number - days.upperBound.number
    var number = max(0, before / (unit * step.count))
    var found: [ClosedRange<Day>] = []
    while found.count < limit {
      let start =
        switch step.unit {
        case "m": days.lowerBound.adding(months: number * step.count)
        case "y": days.lowerBound.adding(months: 12 * number * step.count)
        default: days.lowerBound.adding(days: unit * number * step.count)
        }
      guard start <= span.upperBound else { break }
      if start.adding(days: length) >= span.lowerBound { found.append(start...start.adding(days: length)) }
      number += 1
    }
    return found
  }
}
