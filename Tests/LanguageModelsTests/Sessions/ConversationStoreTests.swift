import Foundation
import LanguageModels
import Testing

@Suite struct ConversationStoreTests {
  private func withStore(_ body: (ConversationStore) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory.path + "/conversations-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(ConversationStore(at: path))
  }

  @Test func whatIsSavedIsFoundListedAndForgotten() async throws {
    try await withStore { store in
      #expect(try store.conversations().isEmpty)
      #expect(try store.transcript(named: "one") == nil)
      try store.save(TranscriptTests.full, as: "one")
      try store.save(Transcript(), as: "two words")
      #expect(try store.transcript(named: "one") == TranscriptTests.full)
      #expect(Set(try store.conversations().map(\.name)) == ["one", "two words"])
      try store.save(Transcript(), as: "one")
      #expect(try store.transcript(named: "one") == Transcript())
      try store.delete("one")
      try store.delete("one")
      #expect(try store.conversations().map(\.name) == ["two words"])
    }
  }

  @Test func anotherProcessGoesOnWhereOneWasKilled() async throws {
    try await withStore { store in
      let session = LanguageModelSession(model: ScriptedLanguageModel(replies: ["a", "b"]), instructions: "i")
      try session.keep(in: store, as: "chat")
      try await session.respond(to: "one")
      try await session.respond(to: "two")
      await #expect(throws: (any Error).self) { try await session.respond(to: "three") }

      let found = try #require(try store.transcript(named: "chat"))
      #expect(found == session.transcript)
      let model = ScriptedLanguageModel(replies: ["c"])
      try await LanguageModelSession(model: model, transcript: found).respond(to: "three")
      #expect(model.requests[0].messages.map(\.content) == ["i", "one", "a", "two", "b", "three"])
    }
  }

  @Test(arguments: ["", "../up", "a/b", ".hidden", "line\nbreak", "a\u{1B}[2Jb"])
  func aNameThatIsNoFileNameIsRefused(name: String) async throws {
    try await withStore { store in
      #expect(throws: ConversationStoreError.invalidName(name)) { try store.save(Transcript(), as: name) }
      #expect(throws: ConversationStoreError.invalidName(name)) { try store.transcript(named: name) }
      #expect(throws: ConversationStoreError.invalidName(name)) { try store.delete(name) }
    }
  }

  @Test(arguments: [String(repeating: "x", count: 201), String(repeating: "ä", count: 101)])
  func aNameThatIsTooLongIsToldHowLongItMayBe(name: String) async throws {
    try await withStore { store in
      let error = #expect(throws: ConversationStoreError.self) { try store.save(Transcript(), as: name) }
      #expect(error == .nameTooLong(bytes: name.utf8.count, limit: 200))
      #expect(error?.localizedDescription.contains("has \(name.utf8.count) bytes; at most 200 are allowed") == true)
      try store.save(Transcript(), as: String(name.unicodeScalars.dropLast()))
      #expect(try store.conversations().count == 1)
    }
  }

  @Test func aDamagedFileIsNamed() async throws {
    try await withStore { store in
      try store.save(Transcript(), as: "one")
      let file = store.path + "/one.transcript"
      for text in ["", "{", "[]", "{\"type\": \"FoundationModels.Transcript\"}"] {
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let error = #expect(throws: ConversationStoreError.self) { try store.transcript(named: "one") }
        #expect(error?.localizedDescription.contains(file) == true)
      }
    }
  }

  @Test func anOpenConversationIsOneProcessesAlone() async throws {
    try await withStore { store in
      var conversation: OpenConversation? = try store.open("one")
      try conversation?.save(TranscriptTests.full)
      let held = ConversationStoreError.inUse(name: "one", processID: getpid())
      #expect(throws: held) { try store.open("one") }
      let session = LanguageModelSession(model: ScriptedLanguageModel(replies: []), instructions: "i")
      #expect(throws: held) { try session.keep(in: store, as: "one") }
      #expect(held.localizedDescription.contains("one is in use by process \(getpid())"))
      _ = try store.open("two")
      conversation = nil
      #expect(try store.open("one").transcript() == TranscriptTests.full)
      #expect(try FileManager.default.contentsOfDirectory(atPath: store.path) == ["one.transcript"])
    }
  }

  /// A process that is killed leaves its lock's file, and half of what it was saving.
  @Test func whatAKilledProcessLeftHoldsNobodyUp() async throws {
    try await withStore { store in
      try store.save(TranscriptTests.full, as: "one")
      let part = "one.transcript.\(UUID().uuidString).part"
      let other = "one.transcript.two.transcript.\(UUID().uuidString).part"
      for (name, text) in [("one.lock", "999999\n"), (part, "{"), (other, "{")] {
        try text.write(toFile: store.path + "/" + name, atomically: false, encoding: .utf8)
      }
      let conversation = try store.open("one")
      #expect(try conversation.transcript() == TranscriptTests.full)
      #expect(
        Set(try FileManager.default.contentsOfDirectory(atPath: store.path)) == ["one.lock", "one.transcript", other])
      try conversation.delete()
      #expect(try conversation.transcript() == nil)
    }
  }
}
