import Embedding
import LanguageModels
import Retriever
import TestSupport
import Testing
import VectorStore

/// A reranker decides the order of the best twenty passages, and nothing else.
@Suite struct RerankingTests {
  /// Thirty notes about tyres, each of which shares fewer words with the query than the one before.
  private func tyres() async throws -> ScriptedNotes {
    let words = (0..<30).map { "word\($0)" }
    return try await ScriptedNotes(
      Dictionary(
        uniqueKeysWithValues: (0..<30).map { number in
          ("note\(number + 10).md", ["tyre " + words.dropFirst(number).joined(separator: " ")])
        }))
  }
  private let query = "tyre " + (0..<30).map { "word\($0)" }.joined(separator: " ")

  @Test func itOrdersTheFirstTwentyAndTheOthersStayBehindThem() async throws {
    let notes = try await tyres()
    let found = try await notes.index.passages(matching: query, limit: 30)
    #expect(found.count == 30)
    for limit in [1, 8, 20, 25, 30] {
      let reranker = ScriptedReranker.turning
      let passages = try await notes.index.passages(matching: query, limit: limit, reranker: reranker)
      let expected = (found.prefix(20).reversed() + found.dropFirst(20)).prefix(limit)
      #expect(passages.map(\.source) == expected.map(\.source), "\(limit)")
      #expect(passages.map(\.score) == expected.map(\.score))
      #expect(passages.prefix(20).map(\.scoreParts.reranker) == (0..<min(20, limit)).map { Float(19 - $0) })
      #expect(passages.dropFirst(20).allSatisfy { $0.scoreParts.reranker == nil })
      #expect(reranker.asked.count == 1 && reranker.asked[0].query == query)
      #expect(reranker.asked[0].texts == found.prefix(20).map { $0.heading + "\n" + $0.text })
    }
    #expect(found.allSatisfy { $0.scoreParts.reranker == nil })
  }

  @Test func equalScoresKeepTheOrderAndWhatIsNoNumberComesLast() async throws {
    let notes = try await tyres()
    let found = try await notes.index.passages(matching: query, limit: 20)
    func order(_ scores: @escaping @Sendable (Int) -> Float) async throws -> [Int] {
      let reranker = ScriptedReranker { $0.indices.map(scores) }
      let passages = try await notes.index.passages(matching: query, limit: 20, reranker: reranker)
      #expect(passages.allSatisfy { $0.scoreParts.reranker?.isFinite != false })
      return passages.compactMap { passage in found.firstIndex { $0.source == passage.source } }
    }
    #expect(try await order { _ in 0.5 } == Array(0..<20))
    #expect(
      try await order { $0 % 2 == 0 ? -7 : 3 } == Array(stride(from: 1, to: 20, by: 2)) + stride(from: 0, to: 20, by: 2)
    )
    #expect(try await order { [.nan, .infinity, -.infinity, -9, 9][min($0, 4)] } == Array(4..<20) + [3, 0, 1, 2])
    #expect(try await order { _ in .nan } == Array(0..<20))
  }

  @Test func anotherNumberOfScoresIsAnError() async throws {
    let notes = try await tyres()
    await #expect(throws: EmbeddingError.wrongScoreCount(reranker: "scripted", expected: 20, found: 1)) {
      try await notes.index.passages(matching: query, reranker: ScriptedReranker { _ in [1] })
    }
  }

  @Test func itDoesNotDecideWhetherAnythingIsFound() async throws {
    let notes = try await ScriptedNotes()
    let reranker = ScriptedReranker(each: { _ in 99 })
    let nothing = try await notes.index.search(for: SearchQuery(text: "zeppelin"), reranker: reranker)
    #expect(nothing.absence == .topic && reranker.asked.isEmpty)
    let keys = SearchQuery(text: "signing keys")
    let plain = try await notes.index.search(for: keys)
    let turned = try await notes.index.search(for: keys, reranker: ScriptedReranker.turning)
    #expect(plain.passages.count > 1 && turned.passages.map(\.source) == plain.passages.map(\.source).reversed())
    #expect(try await notes.index.search(for: SearchQuery(text: ""), reranker: reranker).passages.count == 3)
    #expect(reranker.asked.isEmpty)
  }

  @Test func anAnswerIsGivenFromItsOrderAndRefusedWithoutIt() async throws {
    let notes = try await ScriptedNotes()
    let question = "How often are the signing keys rotated?"
    func answer(_ question: String, _ reranker: ScriptedReranker?) async throws -> Answer {
      try await notes.index.answer(
        to: question, using: ScriptedLanguageModel(replies: ["Every 90 days."]),
        options: AnswerOptions(reranker: reranker))
    }
    let plain = try await answer(question, nil)
    // The note about bread has nothing in common with the question, but the reranker says otherwise.
    let reranker = ScriptedReranker(each: { $0.contains("rye") ? 5 : -5 })
    let turned = try await answer(question, reranker)
    #expect(plain.passages.first?.source.path == "keys.md" && !plain.passages.contains { $0.source.path == "bread.md" })
    #expect(
      turned.passages.first?.source.path == "bread.md" && turned.passages.contains { $0.source.path == "keys.md" })
    #expect(turned.gateScore == plain.gateScore)
    let opera = try await answer("Who composed the opera Nabucco?", reranker)
    #expect(opera.outcome == .notInNotes(.topic) && reranker.asked.count == 1)
  }

  @Test func conversationsAndToolsUseIt() async throws {
    let notes = try await ScriptedNotes()
    let question = "How often are the signing keys rotated?"
    let reranker = ScriptedReranker(each: { $0.contains("rye") ? 5 : -5 })
    let conversation = NotesConversation(
      about: notes.index, using: ScriptedLanguageModel(replies: ["Every 90 days."]),
      options: AnswerOptions(reranker: reranker))
    _ = try await conversation.answer(to: question)
    #expect(conversation.passages.first?.source.path == "bread.md")
    let tool = RetrievalTool(notes.index, reranker: reranker)
    _ = try await tool.call(arguments: .init(query: question))
    #expect(tool.passages.first?.source.path == "bread.md")
    #expect(reranker.asked.map(\.query) == [question, question])
  }
}
