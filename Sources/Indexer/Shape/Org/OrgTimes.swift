import ForeignFormats
import VectorStore

/// Finds the days of the active time stamps of an Org document: `<2026-12-22 Tue 10:00>`,
/// `<2026-12-10 Thu 19:30 +1w>`, `<2026-07-01 Wed>--<2026-07-05 Sun>` (the Org manual, section 8).
///
/// Not those of text that is commented out, of source blocks and drawers, and of tasks, which have their own days; but
/// a task that is open and repeats is on later days as well.
enum OrgTimes {
  /// The longest line that is looked at, in bytes.
  private static let longest = 2000
  /// The most occurrences of a note: 50 years of days.
  private static let most = 20_000
  private static let planning = ["DEADLINE:", "SCHEDULED:", "CLOSED:"]

  /// - Returns: `nil` if there are none.
  static func calendar(
    of text: DocumentText, _ blocks: [Block], _ outline: OrgOutline, in view: CalendarView
  ) throws(CancellationError) -> NoteCalendar? {
    let stamps = try stamps(of: text, blocks, outline)
    guard !stamps.isEmpty else { return nil }
    let share = max(1, most / stamps.count)
    return NoteCalendar(
      timeZone: view.key, lastDay: stamps.contains { $0.stamp.repeats } ? view.lastDay : nil,
      occurrences: stamps.flatMap { line, stamp in
        days(of: stamp, in: view, most: share).map { Occurrence(line: line, days: $0, start: stamp.start) }
      })
  }

  /// Returns the days of a stamp; from a year before today on, if there are too many.
  private static func days(of stamp: OrgStamp, in view: CalendarView, most: Int) -> [ClosedRange<Day>] {
    guard stamp.repeats, stamp.days.lowerBound <= view.lastDay else { return [stamp.days] }
    let all = stamp.occurrences(in: stamp.days.lowerBound...view.lastDay, limit: most + 1)
    return all.count > most ? stamp.occurrences(in: view.recentDay...view.lastDay, limit: most) : all
  }

  /// Returns the stamps with the lines, from 1, that they belong to.
  private static func stamps(
    of text: DocumentText, _ blocks: [Block], _ outline: OrgOutline
  ) throws(CancellationError) -> [(line: Int, stamp: OrgStamp)] {
    var stamps: [(line: Int, stamp: OrgStamp)] = []
    for block in blocks {
      switch block.kind {
      case .code, .definition, .markup, .frontMatter: continue
      case .heading, .paragraph, .list, .table, .quote: break
      }
      var isInBlock = false
      for line in block.lines {
        let shape = try text.nextShape(line)
        if shape.beginsIgnoringCase(with: "#+begin_") { isInBlock = block.kind == .list }
        if shape.beginsIgnoringCase(with: "#+end_") { isInBlock = false }
        guard !isInBlock, shape.contains("<"), !shape.begins(with: "#"), !outline.isCommented(line) else { continue }
        let section = outline.section(ofLine: line)
        let content = String(decoding: shape.content.prefix(longest), as: UTF8.self)
        let isPlanning = section?.line == line - 1 && planning.contains(where: shape.begins)
        for stamp in OrgStamp.all(in: content) {
          var place = line
          if isPlanning, let section {
            if let mark = section.headline.mark, mark != " " || !stamp.repeats { continue }
            place = section.line
          }
          stamps.append((place + 1, stamp))
        }
      }
    }
    return stamps
  }
}
