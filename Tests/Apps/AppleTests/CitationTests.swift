import Adapter
import FoundationModels
import LanguageModels
import Retriever
import Testing

@Suite struct CitationTests {
  @Test func anAnswerFromTheNotesIsFollowedByItsCitations() async throws {
    let model = ScriptedLanguageModel { _ in "The main stopcock is behind the preserving jars in the cellar." }
    let notes = NotesLanguageModel(try await SampleNotes.index(), using: model)
    let session = FoundationModels.LanguageModelSession(model: notes)
    let answer = try await session.respond(to: "Where is the main stopcock?").content
    #expect(answer.contains("preserving jars") && answer.contains("[1]"), "\(answer)")
    var entries: [NotesCitations] = []
    for case .data(let entry) in session.transcript { entries.append(try NotesCitations(entry)) }
    let citation = try #require(entries.first?.citations.first)
    #expect(entries.count == 1 && entries[0].isInNotes && entries[0].unsupported.isEmpty)
    #expect(citation.number == 1 && citation.source.path == "house.md" && citation.text.contains("stopcock"))
  }

  @Test func whatTheNotesDoNotHoldIsSaidSo() async throws {
    let model = ScriptedLanguageModel { _ in "never asked" }
    let session = FoundationModels.LanguageModelSession(
      model: NotesLanguageModel(try await SampleNotes.index(), using: model))
    try await session.respond(to: "Who composed the opera Parsifal?")
    var entries: [NotesCitations] = []
    for case .data(let entry) in session.transcript { entries.append(try NotesCitations(entry)) }
    #expect(entries.map(\.isInNotes) == [false] && entries[0].citations.isEmpty)
  }

  @Test func anAttachmentIsRefusedByName() throws {
    let entry = FoundationModels.Transcript.Entry.prompt(.init(id: "p", segments: [.attachment(.init(id: "a"))]))
    #expect(throws: LanguageModels.LanguageModelError.unsupportedTranscriptContent(entryIDs: ["p"])) {
      try LanguageModels.Transcript(FoundationModels.Transcript(entries: [entry]))
    }
  }
}
