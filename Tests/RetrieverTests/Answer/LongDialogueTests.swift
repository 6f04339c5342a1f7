import Embedding
import Foundation
import Indexer
import LanguageModels
import Retriever
import TestSupport
import Testing
import VectorStore

/// Fifty turns about the sample notes in a window that holds a few of them.
@Suite struct LongDialogueTests {
  private static let secret = "My intern is called Odile."

  /// A model that knows nothing but what it is shown: its answers are what the request holds, or that it does not.
  private static func reader() -> ScriptedLanguageModel {
    ScriptedLanguageModel(contextSize: 2048) { request in
      let system = request.messages.first?.content ?? ""
      let shown = request.messages.map(\.content).joined(separator: "\n")
      if system.hasPrefix("Summarize the conversation") {
        return "They talk about notes." + (shown.contains(secret) ? " The user says: \(secret)" : "")
      }
      let question = request.messages.last?.content ?? ""
      if system.hasPrefix("Rewrite") {
        let last = question.firstRange(of: "Last question: ").map { question[$0.upperBound...] } ?? ""
        return String(last.prefix { !$0.isNewline })
      }
      if question.contains("Question: What is my intern called?\n") {
        return shown.contains("Odile") ? "Your intern is called Odile." : "I don't know."
      }
      if question.contains("Question: Once more: what dose of zinc does the wort get?\n") {
        return shown.contains("0.2 mg per litre") ? "0.2 mg per litre." : "I don't know."
      }
      // What the first source says, so that it is cited.
      let source = question.firstRange(of: ") ").map { question[$0.upperBound...] } ?? "Nothing."
      return String(source.prefix { !$0.isNewline })
    }
  }

  @Test func atTurnFiftyTurnThreeIsAnsweredFromWhatWasCarriedOrFetchedAgain() async throws {
    let folder = try TemporaryFolder()
    let index = try SearchIndex(
      at: folder.path + "/index.sqlite", encoder: try BERTEncoder(contentsOf: try Models.encoder()))
    _ = try await index.update(from: Corpus.folder.path)
    let questions = try Corpus.questions().filter { $0.answer != nil && !$0.question.contains("zinc") }.map(\.question)
    var turns = Array((questions + questions).prefix(48))
    turns.insert("What dose of zinc does the wort get? \(Self.secret)", at: 2)

    let model = Self.reader()
    let conversation = NotesConversation(about: index, using: model)
    let compactions = Recorded<CompactionRecord>()
    conversation.session.onEvent = { event in
      if case .compactionEnded(let record) = event { compactions.append(record) }
    }
    for (number, turn) in turns.enumerated() {
      let result = try await conversation.answer(to: turn).collect()
      #expect(!result.content.isEmpty, "turn \(number + 1)")
    }
    #expect(turns.count == 49)
    let transcript = conversation.session.transcript
    #expect(!transcript.contains { Transcript.text(of: [$0]).contains("User: What dose of zinc") }, "turn 3 is gone")

    // What only the user said was carried; what the notes say is fetched again.
    let carried = NotesConversation(about: index, using: model, transcript: transcript)
    #expect(try await carried.answer(to: "What is my intern called?").collect().content.hasPrefix("Your intern is"))
    let fetched = NotesConversation(about: index, using: model, transcript: transcript)
    let answer = try await fetched.answer(to: "Once more: what dose of zinc does the wort get?")
    #expect(answer.passages.contains { $0.source.path == "lab/protocols/yeast-propagation-v2.md" })
    #expect(try await answer.collect().content.hasPrefix("0.2 mg per litre."))

    #expect(compactions.all.count > 1)
    #expect(model.refusedRequests.isEmpty)
    #expect(model.requests.allSatisfy { model.tokenCount(for: $0) < 2048 })
  }
}
