import VectorStore

/// Reads the date that begins at a token of a query.
struct DatePhraseReader {
  var tokens: [DateToken]
  var today: Day
  /// In French, "hier" is yesterday; in German, it is here.
  var isFrench: Bool
  /// Whether dates without a year are over or to come.
  var tense = DatePhrase.Tense.unknown

  private typealias Words = DatePhraseWords
  typealias Found = (days: ClosedRange<Day>, end: Int)

  func phrase(at place: Int) -> DatePhrase? {
    let relative: Found? = ago(place) ?? later(place) ?? lastOrNext(place) ?? behind(place) ?? word(place)
    let named: Found? = daysOfMonth(place) ?? daysAfterMonth(place) ?? dayOfYear(place) ?? month(place) ?? year(place)
    let ofWeek: Found? = weekday(place) ?? weekend(place) ?? calendarWeek(place) ?? dayOfMonth(place)
    let found =
      besideDate(place) ?? weekOfDate(place) ?? part(place) ?? written(place) ?? relative ?? chinese(place) ?? named
      ?? ofWeek
    return found.map { DatePhrase(days: $0.days, tokens: place..<$0.end) }
  }

  func text(_ place: Int) -> String { tokens.indices.contains(place) ? tokens[place].text : "" }

  private func number(_ place: Int) -> (Int, end: Int)? {
    guard tokens.indices.contains(place) else { return nil }
    if let number = tokens[place].number, (1...999).contains(number) { return (number, place + 1) }
    guard let number = Words.numbers[text(place)] else { return nil }
    // A couple of weeks, a few days.
    if number == 1, let more = Words.numbers[text(place + 1)], more > 1 {
      return (more, text(place + 2) == "of" ? place + 3 : place + 2)
    }
    return (number, text(place + 1) == "of" ? place + 2 : place + 1)
  }

  /// Reads a unit; in Chinese, 个 may stand before it, and a week has two characters.
  func unit(_ place: Int) -> (DatePhraseWords.Unit, end: Int)? {
    let start = ["个", "個"].contains(text(place)) ? place + 1 : place
    if ["星", "礼", "禮"].contains(text(start)), ["期", "拜"].contains(text(start + 1)) { return (.week, start + 2) }
    return Words.units[text(start)].map { ($0, start + 1) }
  }

  // MARK: Spans

  private func shifted(_ count: Int, _ unit: Words.Unit, from day: Day) -> Day {
    switch unit {
    case .day: day.adding(days: count)
    case .week: day.adding(days: 7 * count)
    case .month: day.adding(months: count)
    case .quarter: day.adding(months: 3 * count)
    case .year: day.adding(months: 12 * count)
    }
  }

  /// The day, week, month or year with a day.
  func whole(_ unit: DatePhraseWords.Unit, with day: Day) -> ClosedRange<Day> {
    let (year, month, _) = day.parts
    return switch unit {
    case .day: day...day
    case .week: day.week
    case .month: Day.days(ofMonth: month, year) ?? day...day
    case .quarter: Day.days(ofQuarter: (month + 2) / 3, year) ?? day...day
    case .year: Day.days(ofYear: year) ?? day...day
    }
  }

  /// What a number of units from a day means: of weeks, the days around; of months and years, whole ones.
  private func around(_ count: Int, _ unit: Words.Unit, from day: Day) -> ClosedRange<Day> {
    let day = shifted(count, unit, from: day)
    return unit == .week ? day.adding(days: -3)...day.adding(days: 3) : whole(unit, with: day)
  }

  // MARK: Phrases

  private func written(_ place: Int) -> Found? {
    WrittenDate(in: tokens, at: place).map { ($0.days, $0.tokens.upperBound) }
  }

  /// The week before 3 August 2023, two weeks after 2025-03-14, the weekend before May 3rd, 2023.
  private func besideDate(_ place: Int) -> Found? {
    let place = Words.last.contains(text(place)) ? place + 1 : place
    let count = number(place)
    let unitPlace = count?.end ?? place
    let isWeekend = text(unitPlace) == "weekend"
    guard let (unit, end) = isWeekend ? (.week, unitPlace + 1) : unit(unitPlace),
      ["before", "after"].contains(text(end))
    else { return nil }
    let start = text(end + 1) == "the" ? end + 2 : end + 1
    guard let date = written(start) ?? dayOfYear(start) else { return nil }
    let isBefore = text(end) == "before"
    let edge = isBefore ? date.days.lowerBound : date.days.upperBound
    let sign = isBefore ? -1 : 1
    if isWeekend {
      let toSaturday = isBefore ? -((edge.weekday + 7 - 6 + 6) % 7 + 1) : (12 - edge.weekday) % 7 + 1
      let saturday = edge.adding(days: toSaturday)
      return (saturday...saturday.adding(days: 1), date.end)
    }
    if let count { return (around(sign * count.0, unit, from: edge), date.end) }
    let far = shifted(sign, unit, from: edge)
    return (isBefore ? far...edge.adding(days: -1) : edge.adding(days: 1)...far, date.end)
  }

  /// The week of 7 December, die Woche vom 7. Dezember, la semaine du 7 décembre: the one with that day; the week
  /// starting 7 December; the week after next.
  private func weekOfDate(_ place: Int) -> Found? {
    guard let (unit, end) = unit(place), unit == .week else { return nil }
    if text(end) == "after", text(end + 1) == "next" { return (whole(.week, with: today.adding(days: 14)), end + 2) }
    let isStart = Words.startingOn.contains(text(end))
    guard isStart || Words.ofDate.contains(text(end)) else { return nil }
    let start = text(end + 1) == "the" ? end + 2 : end + 1
    // A span says more: die Woche vom 9. bis zum 13. Dezember.
    guard let date = written(start) ?? dayOfYear(start), date.days.lowerBound == date.days.upperBound,
      !Words.spans.contains(text(date.end))
    else { return nil }
    let day = date.days.lowerBound
    return (isStart ? day...day.adding(days: 6) : day.week, date.end)
  }

  /// 7 to 13 December, between 7 and 13 December, vom 7. bis 13. Dezember: the month is said once.
  private func daysOfMonth(_ place: Int) -> Found? {
    // Not the end of 2026-12-07, or of 9:05.
    guard tokens.indices.contains(place), (1...2).contains(tokens[place].digits), let first = tokens[place].number,
      !["-", "/", ".", ":"].contains(text(place - 1))
    else { return nil }
    let next = Words.ordinals.contains(text(place + 1)) ? place + 2 : place + 1
    let before = ["the", "dem"].contains(text(place - 1)) ? text(place - 2) : text(place - 1)
    // A dash may be one behind a title: Lecture 3 – 14 March.
    let isDash =
      ["-", "–"].contains(text(next)) && place > 0 && next == place + 1 && !Words.beforeDays.contains(before)
    guard
      Words.spans.contains(text(next)) && !isDash
        || Words.spanConjunctions.contains(text(next)) && Words.between.contains(before)
    else { return nil }
    let start = Words.articles.contains(text(next + 1)) ? next + 2 : next + 1
    guard tokens.indices.contains(start), (1...2).contains(tokens[start].digits) else { return nil }
    guard let last = written(start) ?? dayOfYear(start) else { return daysOfNoMonth(first, place, start) }
    let (year, month, _) = last.days.lowerBound.parts
    guard last.days.lowerBound == last.days.upperBound, let day = Day(year: year, month: month, day: first),
      day < last.days.lowerBound
    else { return nil }
    return (day...last.days.lowerBound, last.end)
  }

  /// Between the 20th and 25th: the last such days that have begun, or the next that have not ended.
  private func daysOfNoMonth(_ first: Int, _ place: Int, _ start: Int) -> Found? {
    let hasOrdinals = [place, start].allSatisfy { Words.ordinals.contains(text($0 + 1)) && text($0 + 1) != "." }
    guard tense != .unknown, hasOrdinals, let last = tokens[start].number else { return nil }
    for shift in 0...2 {
      let (year, month, _) = today.adding(months: tense == .ahead ? shift : -shift).parts
      guard let first = Day(year: year, month: month, day: first), let last = Day(year: year, month: month, day: last),
        first < last, tense == .ahead ? last >= today : first <= today
      else { continue }
      return (first...last, start + 2)
    }
    return nil
  }

  /// December 7 to 13, between December 7 and 13.
  private func daysAfterMonth(_ place: Int) -> Found? {
    guard CalendarNames.month(text(place)) != nil, let first = dayOfYear(place) else { return nil }
    let (start, isDash) = (first.end + 1, ["-", "–"].contains(text(first.end)))
    guard tokens.indices.contains(start), (1...2).contains(tokens[start].digits), let number = tokens[start].number,
      Words.spans.contains(text(first.end))
        || Words.spanConjunctions.contains(text(first.end)) && Words.between.contains(text(place - 1))
    else { return nil }
    let end = Words.ordinals.contains(text(start + 1)) && text(start + 1) != "." ? start + 2 : start + 1
    // Another month may follow, or what a number counts.
    guard CalendarNames.month(text(end)) == nil, !isDash || !tokens.indices.contains(end) || !tokens[end].isWord
    else { return nil }
    let (year, month, _) = first.days.lowerBound.parts
    guard let last = Day(year: year, month: month, day: number), first.days.lowerBound < last else { return nil }
    return (first.days.lowerBound...last, end)
  }

  /// Two weeks ago, vor zwei Wochen, il y a deux semaines, hace dos semanas, 两周前.
  private func ago(_ place: Int) -> Found? {
    var start: Int?
    if ["vor", "hace"].contains(text(place)) { start = place + 1 }
    if text(place) == "il", text(place + 1) == "y", text(place + 2) == "a" { start = place + 3 }
    guard let (count, afterNumber) = number(start ?? place), let (unit, end) = unit(afterNumber) else { return nil }
    if start != nil { return (around(-count, unit, from: today), end) }
    switch text(end) {
    case "ago", "earlier", "前": return (around(-count, unit, from: today), end + 1)
    case "以" where text(end + 1) == "前", "之" where text(end + 1) == "前":
      return (around(-count, unit, from: today), end + 2)
    default: return nil
    }
  }

  /// In two weeks, in drei Tagen: only in a text that is about days, since "ran 40 km in three days" is a duration.
  private func later(_ place: Int) -> Found? {
    guard tense != .unknown, text(place) == "in", let (count, afterNumber) = number(place + 1),
      let (unit, end) = unit(afterNumber)
    else { return nil }
    return (around(count, unit, from: today), end)
  }

  /// The weekend, am Wochenende: this one, or the last before today.
  private func weekend(_ place: Int) -> Found? {
    guard tense != .unknown, ["weekend", "wochenende"].contains(text(place)) else { return nil }
    let saturday = today.week.lowerBound.adding(days: tense == .past && today.weekday < 6 ? -2 : 5)
    return (saturday...saturday.adding(days: 1), place + 1)
  }

  /// Tuesday: the last before today, or the next, which may be today. Elsewhere it may be any Tuesday.
  private func weekday(_ place: Int) -> Found? {
    guard tense != .unknown, let weekday = CalendarNames.weekday(text(place)) else { return nil }
    let shift = tense == .ahead ? (weekday - today.weekday + 7) % 7 : -((today.weekday - weekday + 6) % 7 + 1)
    let day = today.adding(days: shift)
    return (day...day, place + 1)
  }

  /// Last week, the past three months, letzten März, next Monday, this year.
  func lastOrNext(_ place: Int) -> Found? {
    let word = text(place)
    let (isLast, isNext) = (Words.last.contains(word), Words.next.contains(word))
    guard isLast || isNext || Words.this.contains(word) else { return nil }
    let step = isLast ? -1 : isNext ? 1 : 0
    if let (unit, end) = unit(place + 1) {
      return (whole(unit, with: shifted(step, unit, from: today)), end)
    }
    if step != 0, let (count, afterNumber) = number(place + 1), let (unit, end) = unit(afterNumber) {
      let far = shifted(step * count, unit, from: today)
      return (min(far, today)...max(far, today), end)
    }
    if let month = CalendarNames.month(text(place + 1)) {
      // Where a day or a year follows, it is another date: this March 14th.
      return self.month(month, step).map { ($0, place + 2) }
    }
    if let weekday = CalendarNames.weekday(text(place + 1)) {
      let day =
        step == 1
        ? today.adding(days: (weekday - today.weekday + 6) % 7 + 1)
        : step == -1
          ? today.adding(days: -((today.weekday - weekday + 6) % 7 + 1))
          : today.week.lowerBound.adding(days: weekday - 1)
      return (day...day, place + 2)
    }
    switch text(place + 1) {
    case "weekend", "wochenende":
      let saturday = today.week.lowerBound.adding(days: 5 + 7 * (step == -1 && today.weekday >= 6 ? -1 : step))
      return (saturday...saturday.adding(days: 1), place + 2)
    case "night" where isLast: return (today.adding(days: -1)...today, place + 2)
    default: return nil
    }
  }

  /// Returns a month before this one, in this year, or to come.
  private func month(_ month: Int, _ step: Int) -> ClosedRange<Day>? {
    let (year, current, _) = today.parts
    let shift = step == -1 && month >= current ? -1 : step == 1 && month <= current ? 1 : 0
    return Day.days(ofMonth: month, year + shift)
  }

  /// La semaine dernière, el mes pasado, mars dernier, lundi dernier.
  private func behind(_ place: Int) -> Found? {
    guard Words.behind.contains(text(place + 1)) else { return nil }
    if let (unit, end) = unit(place), end == place + 1 {
      return (whole(unit, with: shifted(-1, unit, from: today)), place + 2)
    }
    if let month = CalendarNames.month(text(place)) { return self.month(month, -1).map { ($0, place + 2) } }
    guard let weekday = CalendarNames.weekday(text(place)) else { return nil }
    let day = today.adding(days: -((today.weekday - weekday + 6) % 7 + 1))
    return (day...day, place + 2)
  }

  /// Yesterday, the day before yesterday, avant-hier, aujourd'hui.
  private func word(_ place: Int) -> Found? {
    func day(_ shift: Int, _ count: Int) -> Found {
      (today.adding(days: shift)...today.adding(days: shift), place + count)
    }
    if text(place) == "day", text(place + 1) == "before", text(place + 2) == "yesterday" { return day(-2, 3) }
    if text(place) == "day", text(place + 1) == "after", text(place + 2) == "tomorrow" { return day(2, 3) }
    if text(place) == "avant", text(place + 1) == "-", text(place + 2) == "hier" { return day(-2, 3) }
    if text(place) == "aujourd", text(place + 2) == "hui" { return day(0, 3) }
    if isFrench, text(place) == "hier" { return day(-1, 1) }
    // Elsewhere, it may be the morning: am Morgen, heute Morgen.
    if tense != .unknown, text(place) == "morgen", !Words.beforeMorning.contains(text(place - 1)) { return day(1, 1) }
    return Words.days[text(place)].map { day($0, 1) }
  }

  /// 昨天, 上个月, 本周, 去年, 去年3月, 3月14日.
  private func chinese(_ place: Int) -> Found? {
    let pair = text(place) + text(place + 1)
    if let shift = Words.chineseDays[pair] {
      return (today.adding(days: shift)...today.adding(days: shift), place + 2)
    }
    if let shift = Words.chineseYears[pair] {
      let year = today.parts.year + shift
      if let month = tokens.indices.contains(place + 2) ? tokens[place + 2].number : nil, text(place + 3) == "月",
        let days = Day.days(ofMonth: month, year)
      {
        return (days, place + 4)
      }
      return Day.days(ofYear: year).map { ($0, place + 2) }
    }
    let step = ["上": -1, "先": -1, "本": 0, "这": 0, "這": 0, "今": 0, "下": 1, "来": 1][text(place)]
    guard let step, let (unit, end) = unit(place + 1), unit == .week || unit == .month else { return nil }
    return (whole(unit, with: shifted(step, unit, from: today)), end)
  }

  /// March 14th, 14. März, 3月14日: the last such day, or the next.
  private func dayOfYear(_ place: Int) -> Found? {
    func number(_ place: Int) -> Int? {
      guard tokens.indices.contains(place), (1...2).contains(tokens[place].digits) else { return nil }
      return tokens[place].number
    }
    func last(_ month: Int, _ day: Int, _ end: Int) -> Found? {
      let year = today.parts.year
      let isAhead = tense == .ahead
      let days = [year, isAhead ? year + 1 : year - 1].compactMap { Day(year: $0, month: month, day: day) }
      return (days.first { isAhead ? $0 >= today : $0 <= today } ?? days.first).map { ($0...$0, end) }
    }
    if let month = CalendarNames.month(text(place)), let day = number(place + 1), (1...31).contains(day) {
      let isSentence = text(place + 2) == "."
      return last(month, day, !isSentence && Words.ordinals.contains(text(place + 2)) ? place + 3 : place + 2)
    }
    guard let first = number(place) else { return nil }
    if tense != .unknown, text(place + 1) == ".", let month = number(place + 2), text(place + 3) == ".",
      place + 4 >= tokens.count || tokens[place + 4].digits == 0
    {
      return last(month, first, place + 4)
    }
    if text(place + 1) == "月", let day = number(place + 2), ["日", "号"].contains(text(place + 3)) {
      return last(first, day, place + 4)
    }
    var next = Words.ordinals.contains(text(place + 1)) ? place + 2 : place + 1
    if ["of", "de"].contains(text(next)) { next += 1 }
    guard let month = CalendarNames.month(text(next)), (1...31).contains(first) else { return nil }
    return last(month, first, next + 1)
  }

  /// The 14th, am 14.: the last such day, or the next.
  private func dayOfMonth(_ place: Int) -> Found? {
    guard tense != .unknown, tokens.indices.contains(place), let day = tokens[place].number, (1...31).contains(day)
    else { return nil }
    let hasDot = text(place + 1) == "."
    guard
      hasDot
        ? Words.beforeOrdinals.contains(text(place - 1))
        : ["st", "nd", "rd", "th"].contains(text(place + 1)) && text(place - 1) == "the"
    else { return nil }
    // Before a noun, it counts something: the 2nd attempt, der 2. Versuch.
    if let next = tokens.dropFirst(place + 2).first, next.isWord || next.number != nil,
      !Words.afterOrdinals.contains(next.text), !hasDot || next.isCapitalized || next.number != nil
    {
      return nil
    }
    // A month without that day is left out.
    let months = (0...2).map { today.adding(months: tense == .ahead ? $0 : -$0).parts }
    let days = months.compactMap { Day(year: $0.year, month: $0.month, day: day) }
    return days.first { tense == .ahead ? $0 >= today : $0 <= today }.map { ($0...$0, place + 2) }
  }

  /// Week 48, KW 48: the last that has begun, or the next that has not ended.
  private func calendarWeek(_ place: Int) -> Found? {
    guard tense != .unknown, ["week", "woche", "kw", "kalenderwoche", "cw"].contains(text(place)),
      tokens.indices.contains(place + 1), let week = tokens[place + 1].number
    else { return nil }
    let year = today.parts.year
    let weeks = (year - 1...year + 1).compactMap { Day.days(ofWeek: week, $0) }
    let found =
      tense == .ahead ? weeks.first { $0.upperBound >= today } : weeks.last { $0.lowerBound <= today }
    return found.map { ($0, place + 2) }
  }

  /// In March, im März, 3月: the last one that has begun, or the next that has not ended.
  private func month(_ place: Int) -> Found? {
    guard tokens.indices.contains(place) else { return nil }
    let (year, current, _) = today.parts
    func last(_ month: Int, _ end: Int) -> Found? {
      let isAhead = tense == .ahead
      let shift = isAhead && month < current ? 1 : !isAhead && month > current ? -1 : 0
      return Day.days(ofMonth: month, year + shift).map { ($0, end) }
    }
    if let month = tokens[place].number, (1...2).contains(tokens[place].digits), text(place + 1) == "月" {
      return last(month, place + 2)
    }
    let word = text(place)
    guard let month = CalendarNames.month(word) else { return nil }
    let isFor = tense != .unknown && ["for", "fur"].contains(text(place - 1))
    let isAfterPreposition = place > 0 && (isFor || Words.prepositions.contains(text(place - 1)))
    // May I march? A short form such as "dec" may be anything.
    guard isAfterPreposition || tokens[place].isCapitalized && word.count > 3 && !CalendarNames.isOrdinary(word)
    else { return nil }
    return last(month, place + 1)
  }

  /// In 2025; not 2025 euros.
  private func year(_ place: Int) -> Found? {
    guard let year = WrittenDate(in: tokens, at: place, hasYears: true), year.precision == .year, place > 0,
      Words.prepositions.contains(text(place - 1))
    else { return nil }
    return (year.days, year.tokens.upperBound)
  }
}
