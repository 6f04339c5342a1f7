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

  @Test func aSentenceIsQuotedByItsWholeWords() {
    #expect(Facts.text("- Waste: 45 minutes at 121 °C", quotes: "45 minutes."))
    #expect(Facts.text("Beside 1800 litres there are 800 litres.", quotes: "800 Litres"))
    #expect(!Facts.text("1800 litres", quotes: "800 litres"))
    #expect(!Facts.text("every 45 minutes", quotes: "45 minute"))
    #expect(!Facts.text("anything", quotes: "…"))
  }

  @Test(arguments: [("120 g", "1200"), ("in March", "Mark"), ("v1.2", "1.3"), ("", "7")])
  func anotherFactIsNotFound(text: String, fact: String) {
    #expect(!Facts.text(text, holds: fact))
  }
}
