import Retriever
import Testing

@Suite struct FactsTests {
  @Test func numbersDatesAndNamesAreFacts() {
    #expect(
      Facts.facts(of: "The key was rotated on 2026-03-01 by Marta Keller at 14:30.") == [
        "2026-03-01", "Marta", "Keller", "14:30",
      ])
    #expect(Facts.facts(of: "Every ninety days at one of them.") == ["ninety"])
  }

  @Test(arguments: [
    ("1,200 g", "1200"), ("1200 g", "1,200"), ("25kg of peat", "25"), ("25 kg", "25kg"), ("due 2026-03-01", "2026"),
    ("Marta's desk", "Marta"), ("the BERLIN office", "Berlin"), ("at 03:05", "3:05"), ("four minutes", "4"),
    ("nach 21 Tagen", "einundzwanzig"),
  ])
  func theSameFactIsFoundHoweverItIsWritten(text: String, fact: String) {
    #expect(Facts.text(text, holds: fact))
  }

  @Test(arguments: [("120 g", "1200"), ("in March", "Mark"), ("v1.2", "1.3"), ("", "7")])
  func anotherFactIsNotFound(text: String, fact: String) {
    #expect(!Facts.text(text, holds: fact))
  }
}
