import Testing
import VectorStore

@Suite struct SectionDaysTests {
  /// Headings, each on a line of its own: `# 2025-03-14`.
  private static func sections(_ headings: [String]) -> SectionDays {
    SectionDays(
      of: headings.enumerated().map { index, heading in
        let level = heading.prefix { $0 == "#" }.count
        return NoteAnchor(line: index + 1, level: level, name: String(heading.dropFirst(level + 1)))
      })
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
    ("# 2025-03-14|# Recipes", 2...2, nil),
    // The first heading above all others is the note's title.
    ("# 2025-03-14|## Meeting", 2...2, nil),
    ("# 2025-03-14|# 2025-03-15", 1...1, "2025-03-14 2025-03-14"),
    ("# Holidays, 2026-07-01 to 2026-07-14|# Dentist, 2026-11-18", 1...1, "2026-07-01 2026-07-14"),
    // Dates far apart are no span, and a year alone is not a day.
    ("# From 2025-01-01 to 2026-01-01|# In 2025|# 2025-03-14", 1...2, nil),
  ]

  @Test(arguments: cases)
  func linesAreOfTheDaysOfTheirSections(headings: String, lines: ClosedRange<Int>, expected: String?) {
    let days = Self.sections(headings.split(separator: "|").map(String.init)).days(of: lines)
    #expect(days.map { "\($0.lowerBound) \($0.upperBound)" } == expected)
  }

  @Test func onlyTheFirstHeadingOfAJournalBeginsIt() {
    #expect(Self.sections(["# 2025-03-14", "# 2025-03-15"]).begin(with: "2025-03-14"))
    #expect(!Self.sections(["# 2025-03-14", "# 2025-03-15"]).begin(with: "2025-03-15"))
    #expect(!Self.sections(["# 2025-03-14", "## Meeting"]).begin(with: "2025-03-14"))
    #expect(!Self.sections(["# Journal", "## 2025-03-14"]).begin(with: "Journal"))
    #expect(Self.sections(["# Journal", "## Monday"]).isEmpty)
  }
}
