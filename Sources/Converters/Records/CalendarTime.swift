/// A day, with or without a time, as calendars and contacts write it: `20261125T143000Z`, `2026-11-25`, `--1125`.
struct CalendarTime {
  /// As in `2026-11-25`; `11-25` without a year.
  var day: String
  /// As in `14:30`; `nil` for a whole day.
  var time: String?
  var isUTC: Bool

  /// Both, as in `2026-11-25 14:30`.
  var text: String { day + (time.map { " " + $0 } ?? "") + (isUTC ? " UTC" : "") }

  init?(_ text: String) {
    let parts = text.split(separator: "T", maxSplits: 1)
    guard let first = parts.first else { return nil }
    let digits = first.filter(\.isASCIIDigit)
    func two(_ start: Int, in digits: String) -> String { String(digits.dropFirst(start).prefix(2)) }
    if first.hasPrefix("--"), digits.count == 4 {
      day = two(0, in: digits) + "-" + two(2, in: digits)
    } else if digits.count == 8, first.allSatisfy({ $0.isASCIIDigit || $0 == "-" }) {
      day = digits.prefix(4) + "-" + two(4, in: digits) + "-" + two(6, in: digits)
    } else {
      return nil
    }
    let clock = parts.count > 1 ? parts[1].filter(\.isASCIIDigit) : ""
    time = clock.count >= 4 ? two(0, in: clock) + ":" + two(2, in: clock) : nil
    isUTC = time != nil && text.hasSuffix("Z")
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
