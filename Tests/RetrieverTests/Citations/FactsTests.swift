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
  ])
  func theSameFactIsFoundHoweverItIsWritten(text: String, fact: String) {
    #expect(Facts.text(text, holds: fact))
  }

  /// As Unicode spells them out; a word that means something else in another language is no number there.
  @Test(arguments: [
    (Language.german, "Alle einundzwanzig Tage wird er gewechselt.", "21 Tage", "einundzwanzig"),
    (.french, "Le filtre est changé tous les douze mois.", "12 mois", "douze"),
    (.spanish, "El filtro se cambia cada once meses.", "11 meses", "once"),
    (.italian, "Il filtro si cambia ogni quindici giorni.", "15 giorni", "quindici"),
    (.portuguese, "O filtro é trocado a cada nove meses.", "9 meses", "nove"),
    (.dutch, "Het filter wordt om de achtentwintig dagen vervangen.", "28 dagen", "achtentwintig"),
    (.polish, "Filtr wymienia się co osiem miesięcy.", "8 miesięcy", "osiem"),
  ])
  func aNumberIsKnownInTheSentencesLanguage(language: Language, sentence: String, note: String, number: String) {
    #expect(Facts.facts(of: sentence) == [number])
    #expect(Facts.text(note, holds: number, in: language))
    #expect(!Facts.text(note, holds: number))
    // A note in the language spells it out, the answer does not.
    #expect(Facts.text(sentence, holds: note.filter(\.isNumber)))
    #expect(!Facts.text(sentence, holds: "7", in: language))
  }

  @Test func wordsThatAreNumbersElsewhereAreWords() {
    #expect(Facts.facts(of: "The pump runs once a week, if the tank is due.") == [])
    #expect(Facts.facts(of: "- avec le beurre froid") == ["beurre", "froid"])
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
