import Testing

import Retriever

@Suite struct ListingQuestionTests {
  @Test(arguments: [
    ("Which notes mention the heat pump?", Listing.Kind.list, true, ["heat", "pump"]),
    ("In which of my journal entries do I talk about Kaito?", .list, true, ["journal", "kaito"]),
    ("Please list all the incidents of 2026.", .list, false, ["incidents", "2026"]),
    ("Show me every recipe with butter", .list, false, ["recipe", "butter"]),
    ("How many orders went to Lab Nord?", .count, false, ["orders", "lab", "nord"]),
    ("How many notes are tagged work?", .count, true, ["work"]),
    ("how often was the cat at the vet", .count, false, ["cat", "vet"]),
    ("When did we last order peptone?", .latest, false, ["order", "peptone"]),
    ("When was Windfang's last incident?", .latest, false, ["windfang", "incident"]),
    ("When is the next dentist appointment?", .next, false, ["dentist"]),
    ("Wann ist die nächste Probe?", .next, false, ["probe"]),
    ("When was the first order of HK-01?", .earliest, false, ["order", "hk-01"]),
    ("Which proposals were implemented in Swift 5.5?", .list, false, ["proposals", "implemented", "swift", "5.5"]),
    ("In welchen Notizen kommt Fumiko vor?", .list, true, ["fumiko"]),
    ("Wie viele Bestellungen gab es 2026?", .count, false, ["bestellungen", "2026"]),
    ("Wann war die letzte Inspektion des Autos?", .latest, false, ["inspektion", "autos"]),
    ("Zeige mir alle Rezepte", .list, false, ["rezepte"]),
  ])
  func formsThatAskForAll(question: String, kind: Listing.Kind, asksForNotes: Bool, words: [String]) throws {
    let read = try #require(ListingQuestion(question))
    #expect(read.kind == kind)
    #expect(read.asksForNotes == asksForNotes)
    #expect(read.words == words)
  }

  @Test(arguments: [
    "Which command restarts the server?", "What is the flow temperature?", "Which glass is for milk?",
    "When is the car due?", "Where do I list all the keys?", "What did Petra note about the frost?",
    "Wann ist der Elternabend?", "Who is Petra?", "", "Which file holds the keys?",
    "Quelles notes mentionnent Petra ?", "List all of it.",
  ])
  func otherQuestions(question: String) { #expect(ListingQuestion(question) == nil) }

  @Test(arguments: [
    ("How many entries has the register of the chapel?", true), ("How many pages does the manual have?", true),
    ("Wie viele Seiten hat das Handbuch?", true), ("How many pages mention Petra?", false),
    ("How many notes are there of Petra?", false), ("List all pages of the manual.", false),
  ])
  func whatIsCountedMayBePartsOfOneThing(question: String, expected: Bool) throws {
    #expect(try #require(ListingQuestion(question)).mayCountParts == expected)
  }

  /// The number that a note states is not the number of notes.
  @Test func aNumberThatANoteStatesIsNotCounted() async throws {
    let notes = try await DayNotes([
      "chapel.md": "# Chapel\n\nThe register of the chapel has 212 entries.\n", "other.md": "# Other\n\nNothing.\n",
      "2026-03-02.md": "The bell rang.\n", "2026-03-05.md": "No bell.\n",
    ])
    #expect(try await notes.rows("How many entries has the register of the chapel?").isEmpty)
    #expect(try await notes.rows("How many entries are there of the bell?").count == 2)
  }

  @Test func onlyUnfinishedTasks() throws {
    #expect(try #require(ListingQuestion("What is still to order?")).isAboutUnfinished)
    let tasks = try #require(ListingQuestion("List all open tasks."))
    #expect(tasks.asksForTasks && tasks.isAboutUnfinished && tasks.words.isEmpty)
  }

  @Test func aForcedListNeedsNoForm() throws {
    #expect(try #require(ListingQuestion("peptone orders", isForced: true)).words == ["peptone", "orders"])
    #expect(try #require(ListingQuestion("Quelles commandes de peptone ?", isForced: true)).kind == .list)
  }
}
