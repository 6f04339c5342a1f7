/// The days that the sections of a note are about, by their headings: those of a journal in one file, the events of a
/// calendar, the messages of a mailbox.
package struct SectionDays: Sendable {
  private struct Section {
    /// The line of its heading, from 1. It ends where the next begins.
    var line: Int
    var heading: String
    /// The days that its heading names, or the nearest above that names some.
    var days: ClosedRange<Day>?
  }

  private var sections: [Section] = []

  /// - Parameter anchors: The headings of a note, by line, among other anchors. A first heading that is above all
  ///   others is the title of the note, and its date that of the note.
  package init(of anchors: [NoteAnchor]) {
    let headings = anchors.filter { $0.level > 0 }
    let isTitled = headings.first.map { first in headings.dropFirst().allSatisfy { $0.level > first.level } } ?? false
    var above: [(level: Int, days: ClosedRange<Day>?)] = []
    for (index, heading) in headings.enumerated() {
      while let last = above.last, last.level >= heading.level { above.removeLast() }
      let own = index == 0 && isTitled ? nil : WrittenDate.days(ofHeading: heading.name)
      let days = own ?? above.last?.days
      above.append((heading.level, days))
      sections.append(Section(line: heading.line, heading: heading.name, days: days))
    }
    if !sections.contains(where: { $0.days != nil }) { sections = [] }
  }

  /// Whether no section names a day.
  package var isEmpty: Bool { sections.isEmpty }

  /// Whether the first section that names a day has a heading, which so is not the title of the note.
  package func begin(with heading: String) -> Bool {
    sections.first.map { $0.days != nil && $0.heading == heading } ?? false
  }

  /// Returns the days that some lines, from 1, are about: from the first to the last of their sections; `nil` if none
  /// names any.
  package func days(of lines: ClosedRange<Int>) -> ClosedRange<Day>? {
    // The last section that begins at the first line or before it.
    var (low, high) = (0, sections.count)
    while low < high {
      let middle = (low + high) / 2
      if sections[middle].line <= lines.lowerBound { low = middle + 1 } else { high = middle }
    }
    var days: ClosedRange<Day>?
    for section in sections[max(0, low - 1)...] {
      guard section.line <= lines.upperBound else { break }
      guard let own = section.days else { continue }
      days = days.map { min($0.lowerBound, own.lowerBound)...max($0.upperBound, own.upperBound) } ?? own
    }
    return days
  }
}
