import Embedding
import LanguageModels
import Retriever
import TestSupport
import Testing
import VectorStore

/// Whoever asks does not wait for what is being stored through the same index.
@Suite struct AnswersWhileStoringTests {
  enum Way: CaseIterable { case step, tool, conversation, refusal }

  @Test(.timeLimit(.minutes(15)), arguments: Way.allCases)
  func anAnswerDoesNotWaitForWhatIsBeingStored(way: Way) async throws {
    let notes = try await ScriptedNotes()
    let index = notes.index
    let folder = try #require(try await index.folders().first)
    let chunk = Chunk(text: "The signing keys are long.", headingPath: [], lines: 1...1, bytes: 0..<26)
    let chunks = HeldChunks([DigestedChunk(chunk: chunk, digest: "known")])
    let document = Document(folder: folder, path: "long.md", title: "Long", size: 1, modified: 1, digest: "l")
    var batch = IndexBatch(of: folder)
    batch.documents = [(document, chunks)]
    batch.vectors = ["known": try await HashingEncoder().encode("long")]
    async let stored: Void = index.store(batch)
    await chunks.waitUntilBegun()

    let result = try await answer(from: index, way).collect()
    switch way {
    case .refusal: #expect(result.outcome == .notInNotes(.topic))
    case .step, .tool, .conversation: #expect(result.content == "Every 90 days. [1]")
    }
    #expect(try await index.chunks(ofDocument: "long.md", in: folder).isEmpty, "it is still being stored")
    chunks.release()
    try await stored
    #expect(try await index.chunks(ofDocument: "long.md", in: folder).count == 1)
  }

  private func answer(from index: SearchIndex, _ way: Way) async throws -> Answer {
    let question = "How often are the signing keys rotated?"
    switch way {
    case .step:
      return try await index.answer(to: question, using: ScriptedLanguageModel(replies: ["Every 90 days.\"}"]))
    case .tool:
      let model = ScriptedLanguageModel(replies: [
        #"{"name": "searchNotes", "arguments": {"query": "signing keys rotated"}}"#, "Every 90 days.",
      ])
      let tool = RetrievalTool(index)
      return try await index.answer(to: question, in: tool.session(using: model), searchingWith: tool)
    case .conversation:
      let model = ScriptedLanguageModel(replies: ["Every 90 days."])
      return try await NotesConversation(about: index, using: model).answer(to: question)
    case .refusal:
      return try await index.answer(to: "Who composed Nabucco?", using: ScriptedLanguageModel(replies: []))
    }
  }
}
