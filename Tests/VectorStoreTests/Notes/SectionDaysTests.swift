import Testing
import VectorStore

@Suite struct SectionDaysTests {
  /// Headings, each on a line of its own: `# 2025-03-14`.
  private static func anchors(_ headings: String) -> [NoteAnchor] {
    headings.split(separator: "|").enumerated().map { index, heading in
      let level = heading.prefix { $0 == "#" }.count
      return NoteAnchor(line: index + 1, level: level, name: String(heading.dropFirst(level + 1)))
    }
  }

  private static let journal = "# Journal|## 2025-03-14|## 15 March 2025, at home"
  private static let outline = "# 2025-03|## 2025-03-14|### Meeting|## Plans|# Else"

  /// Headings, lines, and the first and the last of their days.
  private static let cases: [(String, ClosedRange<Int>, String?)] = [
    (journal, 2...2, "2025-03-14 2025-03-14"),
    (journal, 2...3, "2025-03-14 2025-03-15"),
    (journal, 3...90, "2025-03-15 2025-03-15"),
    (journal, 1...1, nil),
    (journal, 1...2, "2025-03-14 2025-03-14"),
    // A heading without a date is about the days of the one above it, not of the one before it.
    (outline, 3...3, "2025-03-14 2025-03-14"),
    (outline, 4...4, "2025-03-01 2025-03-31"),
    (outline, 5...5, nil),
    // A month's heading right above that of a day says nothing more.
    (outline, 1...2, "2025-03-14 2025-03-14"),
    (outline, 1...1, "2025-03-01 2025-03-31"),
    ("# 2025-03-14|# Recipes", 2...2, nil),
    // The first heading above all others is the note's title.
    ("# 2025-03-14|## Meeting", 2...2, nil),
    ("# 2025-03-14|# 2025-03-15", 1...1, "2025-03-14 2025-03-14"),
    ("# Holidays, 2026-07-01 to 2026-07-14|# Dentist, 2026-11-18", 1...1, "2026-07-01 2026-07-14"),
    // With another title, it is a section like all others.
    ("# 2025-03-15|## Meeting", 2...2, "2025-03-15 2025-03-15"),
  ]

  @Test(arguments: cases)
  func linesAreOfTheDaysOfTheirSections(headings: String, lines: ClosedRange<Int>, expected: String?) {
    let days = SectionDays(of: Self.anchors(headings), title: "2025-03-14").days(of: lines)
    #expect(days.map { "\($0.lowerBound) \($0.upperBound)" } == expected)
  }

  @Test func sectionsAboutOtherDaysBeginChunks() {
    let days = SectionDays(of: Self.anchors("# 2025-03|## 2025-03-14|### Meeting|## 2025-03-14|# Else"), title: "Log")
    #expect((1...6).filter { days.change(atLine: $0, in: nil) } == [1, 2, 5])
    let march = Day.days(ofMonth: 3, 2025)
    #expect((1...6).filter { days.change(atLine: $0, in: march) } == [2, 5])
    #expect(SectionDays(of: Self.anchors("# Journal|## Monday"), title: "Journal").days(of: 1...9) == nil)
  }

  @Test(arguments: [
    ("# 2025-03-14|# 2025-03-15", true), ("## 14 March 2025|## Else|## 15 March 2025", true),
    ("# 2025-03-14|## 2025-03-15", false), ("# Review 2025-03-14|# Actions|# Decisions", false),
    ("# Journal|## 2025-03-14|## 2025-03-15", false),
  ])
  func theFirstOfSeveralDaysIsNoTitle(headings: String, isJournal: Bool) {
    #expect(SectionDays.areOfJournal(Self.anchors(headings)) == isJournal)
  }

  @Test(arguments: [
    ("Big trip, 2026-07-01 to 2026-09-15", "2026-07-01 2026-09-15"), ("8.3.2026 – 9.3.2026", "2026-03-08 2026-03-09"),
    ("Invoice of 2024-05-03, 2025-01-10", "2025-01-10 2025-01-10"), ("2024-05-03 and, later, 2025-01-10 again", nil),
    ("Meetings 2025-01-08, 2025-01-10", "2025-01-08 2025-01-10"), ("[1.2.0] - 2025-03-14", "2025-03-14 2025-03-14"),
    ("Summer 2025", nil), ("20250314 Meeting", "2025-03-14 2025-03-14"), ("Order 20231105", nil),
    ("Season 2011/12", nil), ("EN 1993-1-1", nil), ("Home Assistant 2024.12.3", nil), ("Net 10.1.2.2024", nil),
    ("Part 1520-12", nil), ("2025年3月14日", "2025-03-14 2025-03-14"),
    ("user, 2026-11-03T14:05:00Z", "2026-11-03 2026-11-03"),
  ])
  func headingsNameDays(heading: String, expected: String?) {
    let days = WrittenDate.days(ofHeading: heading)
    #expect(days.map { "\($0.lowerBound) \($0.upperBound)" } == expected)
  }
}
