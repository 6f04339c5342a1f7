extension WrittenDate {
  /// The most days between two dates of a heading that are the first and the last of a span.
  private static let longestSpan = 31

  /// Returns the days that a heading or a title is about: its date, to the month or better, or the days from the first
  /// to the last of its dates if they are at most a month apart; `nil` if it has none.
  package static func days(ofHeading heading: String) -> ClosedRange<Day>? {
    let days = all(in: heading).filter { $0.precision != .year }.map(\.days)
    guard let first = days.map(\.lowerBound).min(), let last = days.map(\.upperBound).max() else { return nil }
    let isSpan = Set(days).count == 1 || last.number - first.number <= longestSpan
    return isSpan ? first...last : nil
  }
}
