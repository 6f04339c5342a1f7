import Retriever
import Testing
import VectorStore

/// Which words of a query are looked for.
@Suite struct QuestionTermsTests {
  @Test(arguments: [
    ("When was the boiler installed?", "   boiler installed?"), ("Wann ist der TÜV fällig?", "   TÜV fällig?"),
    ("  (the) \"key\"!", "  () \"key\"!"), ("鍵を回す", "鍵を回す"), ("C++ and e-mail", "C++  e-mail"), ("", ""), ("?!", "?!"),
    ("Where's the to-do list?", "  to-do list?"), ("How-to for an off-by-one error", "How-to   off-by-one error"),
    ("the key - and the lock", " key -   lock"), ("Anna's key", "Anna's key"),
    ("When did the war in Spain end?", "   war  Spain end?"), ("Wann war der Krieg in Spanien?", "   Krieg  Spanien?"),
    ("Où est la clé de la cave ?", "   clé   cave ?"),
    ("¿Cuándo se cambió el aceite del coche?", "¿  cambió  aceite  coche?"),
    ("Waar ligt de sleutel van de kelder?", " ligt  sleutel   kelder?"), ("Var är nyckeln?", "Var är nyckeln?"),
  ])
  func wordsThatSayNothingOfATopicAreLeftOut(query: String, topic: String) {
    #expect(QuestionTerms.topic(of: query) == topic)
  }

  @Test(arguments: ["who is it", "the", "Was ist das?", "What’s that?", "'"]) func whereThereAreNoOthersTheyStay(
    query: String
  ) {
    #expect(QuestionTerms.topic(of: query) == query)
  }

  @Test func aWordOfCapitalsIsAName() {
    #expect(QuestionTerms.topic(of: "What does the WHO say of IT?") == "   WHO say  IT?")
    #expect(QuestionTerms.topic(of: "WHAT DOES THE CLINIC SAY?") == "   CLINIC SAY?")
    #expect(QuestionTerms.topic(of: "Have I a key?") == "   key?")
  }

  @Test func aPassageOfSuchWordsDoesNotOutrankTheTopic() async throws {
    let notes = try await ScriptedNotes([
      "film.md": ["Wann ist der Film, und wo ist der Mann?"], "car.md": ["The TÜV of the car: due in June."],
      "tax.md": ["The tax is due in May."],
    ])
    let found = try await notes.index.passages(matching: "Wann ist der TÜV?", ranking: .keyword)
    #expect(found.map(\.source.path) == ["car.md"])
  }
}
