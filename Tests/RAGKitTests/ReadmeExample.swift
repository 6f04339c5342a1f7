// swift-format-ignore-file
import RAGKit

/// The README's examples, so that they compile; `ReadmeTests` sees to it that the two stay the same.
private func readmeExample() async throws {
let encoder = try await StandardModels.encoder()
let notes = try await SearchIndex.open(at: "notes.sqlite", encoder: encoder)
_ = try await notes.update(from: "notes")                          // unchanged files are not read again

for passage in try await notes.passages(matching: "rotate the signing keys", limit: 5) {
    print(passage.score, passage.source)                           // 0.99 keys.md:18-28
}

let model = try await StandardModels.languageModel()
let answer = try await notes.answer(to: "How do I rotate the signing keys?", using: model)
print(answer.passages.map(\.source))                                // known before the first word
for try await snapshot in answer { print(snapshot.content) }

let session = LanguageModelSession(model: model, tools: [RetrievalTool(notes)], instructions: "Answer from the notes.")
print(try await session.respond(to: "How do I rotate the signing keys?").content)

let conversation = NotesConversation(about: notes, using: model)      // searches, cites, remembers
print(try await conversation.answer(to: "And who holds the spare?").collect().content)
}
