public import Foundation
public import VectorStore

extension SearchFilter {
  /// Returns the range from the beginning of one date to the end of another, both as a person types them: `2026`,
  /// `2026-05`, `2026-05-03`, a time before now (`7d`, `2w`, `3m` for months, `1y`), or one in words (`yesterday`,
  /// `last week`).
  ///
  ///     SearchFilter(modified: try SearchFilter.dates(since: "2026-05", until: "2026-05"))  // changed in May
  ///
  /// - Parameters:
  ///   - since: The first day, month or year; `nil` for no beginning.
  ///   - until: The last day, month or year, which is included; `nil` for no end.
  ///   - now: The current time, from which `7d` counts back.
  ///   - timeZone: The time zone in which days begin.
  /// - Throws: `SearchQueryError.badDate` if a text is not a date.
  public static func dates(
    since: String?, until: String?, now: Date = Date(), timeZone: TimeZone = .current
  ) throws -> Range<Date> {
    let dates = QueryDates(now: now, timeZone: timeZone)
    func read(_ text: String?, as date: (String) -> Date?, or open: Date) throws -> Date {
      guard let text else { return open }
      guard let date = date(text) else { throw SearchQueryError.badDate(prefix: "", value: text) }
      return date
    }
    let start = try read(since, as: dates.date, or: .distantPast)
    return start..<max(start, try read(until, as: dates.end, or: .distantFuture))
  }

  /// Returns the days that a text means: `last March`, `in 2025`, `2025-03-14`, `vor zwei Wochen`.
  ///
  /// - Throws: `SearchQueryError.badDays` if it means none.
  package static func days(of text: String, today: Day = Day(of: Date())) throws -> ClosedRange<Day> {
    guard let days = DatePhrase.days(of: text, today: today) else {
      throw SearchQueryError.badDays(prefix: "", value: text)
    }
    return days
  }

  private static var noDay: ClosedRange<Day> { Day(number: -719_162)...Day(number: -719_162) }

  /// Returns a filter that passes what both filters pass, except that folders and paths are alternatives.
  package func and(_ other: SearchFilter) -> SearchFilter {
    var both = self
    both.folders += other.folders
    both.paths += other.paths
    both.tags += other.tags
    both.pathParts += other.pathParts
    both.phrases += other.phrases
    both.properties += other.properties
    both.excluded.properties += other.excluded.properties
    both.today = today ?? other.today
    if let mine = dated, let theirs = other.dated {
      // Without a common day, none must pass: no note is about a day before the calendar's first.
      let (start, end) = (max(mine.lowerBound, theirs.lowerBound), min(mine.upperBound, theirs.upperBound))
      both.dated = start <= end ? start...end : Self.noDay
    } else {
      both.dated = dated ?? other.dated
    }
    both.excluded.phrases += other.excluded.phrases
    both.excluded.tags += other.excluded.tags
    both.excluded.pathParts += other.excluded.pathParts
    if let mine = modified, let theirs = other.modified {
      let start = max(mine.lowerBound, theirs.lowerBound)
      both.modified = start..<max(start, min(mine.upperBound, theirs.upperBound))
    } else {
      both.modified = modified ?? other.modified
    }
    return both
  }
}
