import Foundation
import Testing

import Retriever

@Suite struct EntryDateTests {
  @Test(arguments: [
    ("2026-03-17 inspection passed. Next due March 2028.", "2026-03-17"), ("- 2024-03 passed", "2024-03"),
    ("Lab meeting, 14 January 2025", "2025-01-14"), ("on October 5th, 2026 we", "2026-10-05"),
    ("Dienstag, 14. Oktober 2025", "2025-10-14"), ("am 3.11.2026 um neun", "2026-11-03"),
    ("1er janvier 2026, le 5 février 2026", "2026-01-01"), ("el 7 de mayo de 2025", "2025-05-07"),
    ("Sept. 2024", "2024-09"), ("due March 2028", "2028-03"),
  ])
  func datesAsNotesWriteThem(text: String, date: String) {
    #expect(EntryDate(firstIn: text)?.description == date)
  }

  @Test(arguments: ["2026", "3 of 11 batches", "in 1958", "2026-13-01", "5 apples 2026 pears", "12026-03-17", ""])
  func noDates(text: String) { #expect(EntryDate(firstIn: text) == nil) }

  @Test func aMonthComesBeforeItsDays() throws {
    let dates = try ["2026-03-17", "2026-03", "2025-12-31"].map { try #require(EntryDate(firstIn: $0)) }
    #expect(dates.sorted().map(\.description) == ["2025-12-31", "2026-03", "2026-03-17"])
  }
}
