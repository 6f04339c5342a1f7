import Testing
import VectorStore

@Suite struct OrgStampTests {
  @Test(arguments: [
    ("<2026-12-10 Thu>", "2026-12-01 2026-12-31", ["2026-12-10"]),
    ("<2026-12-10 Thu 19:30 +1w>", "2026-12-16 2027-01-01", ["2026-12-17", "2026-12-24", "2026-12-31"]),
    ("<2026-12-10 Thu ++2w -3d>", "2026-12-11 2026-12-31", ["2026-12-24"]),
    ("<2026-12-10 Thu .+3d/5d>", "2026-12-12 2026-12-17", ["2026-12-13", "2026-12-16"]),
    ("<2026-01-31 Sat +1m>", "2026-02-01 2026-04-30", ["2026-02-28", "2026-03-31", "2026-04-30"]),
    ("<2024-02-29 Thu +1y>", "2026-01-01 2028-12-31", ["2026-02-28", "2027-02-28", "2028-02-29"]),
    ("<2026-12-10 Thu +1w>", "2026-11-01 2026-12-09", []), ("<2026-12-10 Thu +0d>", "2026-12-11 2026-12-31", []),
    ("<2026-07-01 Wed>--<2026-07-05 Sun>", "2026-07-03 2026-07-04", ["2026-07-01"]),
    ("<2026-07-05 Sun>--<2026-07-01 Wed>", "2026-07-01 2026-07-05", ["2026-07-05", "2026-07-01"]),
    ("<1990-05-03 Thu +1d>", "2026-05-03 2026-05-04", ["2026-05-03", "2026-05-04"]),
    ("[2026-12-10 Thu]", "2026-12-01 2026-12-31", []),
  ])
  func occurrencesAreOnTheDaysOfTheSpan(text: String, span: String, expected: [String]) throws {
    let ends = span.split(separator: " ").compactMap { Day($0) }
    let found = OrgStamp.all(in: text).flatMap { $0.occurrences(in: ends[0]...ends[1], limit: 10) }
    #expect(found.map { "\($0.lowerBound)" } == expected)
  }

  @Test func aTextIsShownWithoutItsStamps() {
    #expect(OrgStamp.removed(from: "Choir <2026-12-10 Thu 19:30 +1w> in the hall") == "Choir in the hall")
    #expect(OrgStamp.all(in: "at <2026-12-10 Thu 9:30>").map(\.start) == [9 * 60 + 30])
  }
}
