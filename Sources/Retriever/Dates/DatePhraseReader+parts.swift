import VectorStore

/// Parts of a time, in texts that are about days: `end of January`, `im zweiten Quartal`, `the first Monday in March`,
/// `second week of next month`, `Q2`.
extension DatePhraseReader {
  private typealias Words = DatePhraseWords
  /// The times that words may stand for, of several years if they name none, in order.
  private typealias Spans = (all: [ClosedRange<Day>], end: Int)

  /// Reads a part of a time: of those in several years, the last that has begun, or the next that is not over.
  func part(_ place: Int) -> Found? {
    guard tense != .unknown, let found = edge(place) ?? weekOfMonth(place) ?? counted(place) ?? portion(place)
    else { return nil }
    let spans = found.all
    let chosen =
      tense == .ahead
      ? spans.first { $0.upperBound >= today } ?? spans.last : spans.last { $0.lowerBound <= today } ?? spans.first
    return chosen.map { ($0, found.end) }
  }

  /// The end of January, Anfang März, mid-May, early next year: a third of the time.
  private func edge(_ place: Int) -> Spans? {
    guard let edge = Words.edges[text(place)] else { return nil }
    var start = place + 1
    if edge.needsOf {
      // Did I start in March?
      guard text(start) == "of" else { return nil }
      start += 1
    } else if ["-", "in", "of"].contains(text(start)) {
      start += 1
    }
    return period(start).map { ($0.all.map { Self.split($0, edge.third, of: 3) }, $0.end) }
  }

  /// The first Monday in March, die letzte Woche im Mai, the second weekend of the month, the last day of 2026.
  private func counted(_ place: Int) -> Spans? {
    guard let (number, next) = ordinal(place), let whole = period(afterPreposition(next + 1)) else { return nil }
    let nth: (ClosedRange<Day>) -> ClosedRange<Day>?
    if let weekday = CalendarNames.weekday(text(next)) {
      nth = { Self.nth(number, weekday, in: $0).map { $0...$0 } }
    } else if Words.weekends.contains(text(next)) {
      nth = { Self.nth(number, 6, in: $0).map { $0...$0.adding(days: 1) } }
    } else if Words.units[text(next)] == .week {
      nth = { Self.week(number, of: $0) }
    } else if Words.units[text(next)] == .day {
      nth = { span in
        let day = number > 0 ? span.lowerBound.adding(days: number - 1) : span.upperBound
        return span.contains(day) ? day...day : nil
      }
    } else {
      return nil
    }
    let found = whole.all.compactMap(nth)
    return found.isEmpty ? nil : (found, whole.end)
  }

  /// In der zweiten Februarwoche.
  private func weekOfMonth(_ place: Int) -> Spans? {
    guard let (number, next) = ordinal(place), text(next).hasSuffix("woche"),
      let month = CalendarNames.month(String(text(next).dropLast("woche".count)))
    else { return nil }
    let found = ofYears { Day.days(ofMonth: month, $0) }.compactMap { Self.week(number, of: $0) }
    return found.isEmpty ? nil : (found, next + 1)
  }

  /// Q2, H1 2026, the third quarter, das erste Halbjahr 2027, the second half of March.
  private func portion(_ place: Int) -> Spans? {
    var count = Words.letters[text(place)]
    var (number, end) = (1, place + 1)
    if count != nil || Words.portions[text(place)] != nil {
      // Q2, quarter 2.
      count = count ?? Words.portions[text(place)]
      guard tokens.indices.contains(end), tokens[end].digits == 1, let digit = tokens[end].number else { return nil }
      (number, end) = (digit, end + 1)
    } else if let (nth, next) = ordinal(place), let parts = Words.portions[text(next)] {
      (number, count, end) = (nth, parts, next + 1)
    }
    guard let count, (1...count).contains(number == -1 ? count : number) else { return nil }
    let part = number == -1 ? count : number
    if let whole = period(afterPreposition(end)) {
      return (whole.all.map { Self.split($0, part, of: count) }, whole.end)
    }
    // The last quarter is the one before this.
    guard number != -1 else { return nil }
    return (ofYears { Day.days(ofYear: $0) }.map { Self.split($0, part, of: count) }, end)
  }

  // MARK: The time that has parts

  /// Reads a month, a year or a part of one: March, March 2026, 2026, next month, des Monats, Q2.
  private func period(_ place: Int) -> Spans? {
    if let date = WrittenDate(in: tokens, at: place, hasYears: true), date.precision != .day {
      return ([date.days], date.tokens.upperBound)
    }
    if let found = lastOrNext(place), found.days.lowerBound < found.days.upperBound { return ([found.days], found.end) }
    let articles = Words.articles.union(Words.ofPeriod).union(["des"])
    let start = articles.contains(text(place)) ? place + 1 : place
    let hasArticle = start > 0 && articles.contains(text(start - 1))
    let name = text(start)
    // Des Januars.
    let month = CalendarNames.month(name) ?? (name.hasSuffix("s") ? CalendarNames.month(String(name.dropLast())) : nil)
    if let month { return (ofYears { Day.days(ofMonth: month, $0) }, start + 1) }
    if start > place, let found = lastOrNext(start), found.days.lowerBound < found.days.upperBound {
      return ([found.days], found.end)
    }
    if hasArticle, let (unit, end) = unit(start), unit != .day { return ([whole(unit, with: today)], end) }
    return portion(start)
  }

  private func ofYears(_ days: (Int) -> ClosedRange<Day>?) -> [ClosedRange<Day>] {
    let year = today.parts.year
    return (year - 1...year + 1).compactMap(days)
  }

  private func afterPreposition(_ place: Int) -> Int {
    Words.ofPeriod.contains(text(place)) ? place + 1 : place
  }

  /// Reads `first`, `2nd`, `zweiten`, `3.`; −1 for the last.
  private func ordinal(_ place: Int) -> (Int, end: Int)? {
    if let number = Words.places[text(place)] { return (number, place + 1) }
    guard tokens.indices.contains(place), let number = tokens[place].number, (1...53).contains(number),
      Words.ordinals.contains(text(place + 1))
    else { return nil }
    return (number, place + 2)
  }

  // MARK: Days

  /// Returns a part of some days; of a year, whole months.
  private static func split(_ days: ClosedRange<Day>, _ part: Int, of count: Int) -> ClosedRange<Day> {
    let (first, last) = (days.lowerBound.parts, days.upperBound.parts)
    if Day.days(ofYear: first.year) == days, 12 % count == 0 {
      let months = 12 / count
      let start = days.lowerBound.adding(months: months * (part - 1))
      return start...start.adding(months: months).adding(days: -1)
    }
    if first.day == 1, last.month - first.month + 1 == count, first.year == last.year {
      return Day.days(ofMonth: first.month + part - 1, first.year) ?? days
    }
    let length = days.upperBound.number - days.lowerBound.number + 1
    return days.lowerBound.adding(
      days: length * (part - 1) / count)...days.lowerBound.adding(
        days: length * part / count - 1)
  }

  private static func nth(_ number: Int, _ weekday: Int, in days: ClosedRange<Day>) -> Day? {
    let day =
      number > 0
      ? days.lowerBound.adding(days: (weekday - days.lowerBound.weekday + 7) % 7 + 7 * (number - 1))
      : days.upperBound.adding(days: -((days.upperBound.weekday - weekday + 7) % 7))
    return days.contains(day) ? day : nil
  }

  /// Returns a week of a month or a year: the Thursday decides where it belongs, as in ISO 8601.
  private static func week(_ number: Int, of days: ClosedRange<Day>) -> ClosedRange<Day>? {
    nth(number, 4, in: days)?.week
  }
}
