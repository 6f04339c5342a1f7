import NoteValues

/// The entries of a calendar, and when each takes place: an occurrence that has an entry of its own is not among those
/// of the entry that repeats.
struct CalendarGroups {
  /// The times of the entries, in their order; `nil` for those that say none.
  private(set) var series: [CalendarSeries?]

  /// The most occurrences of a file.
  private static let most = 200_000

  init(of entries: [CalendarEntry], _ zones: CalendarZones, lastDay: Day) {
    var budget = CalendarSeries.Budget(lastDay: lastDay, repeating: entries.count { $0.repeats })
    series = entries.map { CalendarSeries(of: $0, zones, &budget) }
    defer { cut(recentDay: budget.recentDay) }
    var groups: [String: [Int]] = [:]
    for (place, entry) in entries.enumerated() {
      guard let id = entry.first("UID")?.value, !id.isEmpty else { continue }
      groups[id, default: []].append(place)
    }
    for places in groups.values where places.count > 1 {
      guard let whole = places.first(where: { entries[$0].first("RECURRENCE-ID") == nil }), var rest = series[whole]
      else { continue }
      var later: [(place: Int, from: CalendarMoment)] = []
      var changed: [CalendarMoment] = []
      for place in places where place != whole {
        guard let line = entries[place].first("RECURRENCE-ID"),
          let moment = CalendarMoment(line.value, of: line, zones, floating: rest.start.zone)
        else { continue }
        if entries[place].changesLater { later.append((place, moment)) } else { changed.append(moment) }
      }
      rest.remove(changed)
      // From the last on, so that each has the times up to the next.
      for (place, moment) in later.sorted(by: { $0.from.seconds > $1.from.seconds }) {
        let times = rest.removeLater(than: moment)
        series[place]?.follow(rest, at: times, from: moment)
      }
      series[whole] = rest
    }
  }

  /// Cuts the longest series if there are too many occurrences.
  private mutating func cut(recentDay: Day) {
    let counts = series.map { $0?.times.count ?? 0 }.sorted()
    var left = Self.most
    for (place, count) in counts.enumerated() {
      let share = left / (counts.count - place)
      if count > share {
        for place in series.indices { series[place]?.cut(to: max(1, share), recentDay: recentDay) }
        return
      }
      left -= count
    }
  }
}
