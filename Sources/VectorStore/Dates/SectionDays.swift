/// The days that the sections of a note are about, by their headings: those of a journal in one file, the events of a
/// calendar, the messages of a mailbox.
package struct SectionDays: Sendable {
  private struct Section {
    /// The line of its heading, from 1. It ends where the next begins.
    var line: Int
    /// The days that its heading names, or the nearest above that names some.
    var days: ClosedRange<Day>?
  }

  private var sections: [Section] = []

  /// - Parameters:
  ///   - anchors: The headings of a note, by line, among other anchors.
  ///   - title: The title of the note. If it is the first heading, and above all others, its days are the note's.
  package init(of anchors: [NoteAnchor], title: String) {
    let headings = anchors.filter { $0.level > 0 }
    let isTitled =
      headings.first.map { first in
        first.name == title && headings.dropFirst().allSatisfy { $0.level > first.level }
      } ?? false
    var above: [(level: Int, days: ClosedRange<Day>?)] = []
    for (index, heading) in headings.enumerated() {
      while let last = above.last, last.level >= heading.level { above.removeLast() }
      let own = index == 0 && isTitled ? nil : WrittenDate.days(ofHeading: heading.name)
      let days = own ?? above.last?.days
      above.append((heading.level, days))
      sections.append(Section(line: heading.line, days: days))
    }
    if !sections.contains(where: { $0.days != nil }) { sections = [] }
  }

  /// Whether a note is a journal: its first heading names a day, and so does another of that level. Then the first is
  /// not the title.
  package static func areOfJournal(_ anchors: [NoteAnchor]) -> Bool {
    let headings = anchors.filter { $0.level > 0 }
    guard let first = headings.first, WrittenDate.days(ofHeading: first.name) != nil else { return false }
    return headings.dropFirst().contains { $0.level == first.level && WrittenDate.days(ofHeading: $0.name) != nil }
  }

  /// Returns the days that some lines, from 1, are about: from the first to the last of their sections; `nil` if none
  /// names any.
  package func days(of lines: ClosedRange<Int>) -> ClosedRange<Day>? {
    var days: ClosedRange<Day>?
    for place in max(0, count(before: lines.lowerBound + 1) - 1)..<sections.count {
      let section = sections[place]
      guard section.line <= lines.upperBound else { break }
      guard let own = section.days, !isHeadingOnly(place, before: lines.upperBound) else { continue }
      days = days.map { min($0.lowerBound, own.lowerBound)...max($0.upperBound, own.upperBound) } ?? own
    }
    return days
  }

  /// Whether a section has no text before the one below it, which is about some of its days: a month above its days.
  private func isHeadingOnly(_ place: Int, before last: Int) -> Bool {
    guard place + 1 < sections.count, let own = sections[place].days, let below = sections[place + 1].days else {
      return false
    }
    // There may be an empty line between them.
    let start = sections[place + 1].line
    return start <= min(last, sections[place].line + 2) && own != below && own.contains(below.lowerBound)
      && own.contains(below.upperBound)
  }

  /// Whether a section begins at a line, from 1, that is about other days than the text before it.
  ///
  /// - Parameter own: The days of the note, which are those of text that is under no day's heading.
  package func change(atLine line: Int, in own: ClosedRange<Day>?) -> Bool {
    let place = count(before: line)
    guard place < sections.count, sections[place].line == line else { return false }
    return (sections[place].days ?? own) != ((place > 0 ? sections[place - 1].days : nil) ?? own)
  }

  /// Returns the number of sections that begin before a line.
  private func count(before line: Int) -> Int {
    var (low, high) = (0, sections.count)
    while low < high {
      let middle = (low + high) / 2
      if sections[middle].line < line { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
