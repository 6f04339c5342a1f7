import LanguageModels
import Retriever
import TestSupport
import Testing

/// What iterating over an answer means is the same for every way to ask.
@Suite(.timeLimit(.minutes(15))) struct AnswerIterationTests {
  enum Way: CaseIterable { case step, session, conversation }

  private let notes: ScriptedNotes
  private let reply = "Every 90 days. The next rotation is on 3 May 2026."

  init() async throws { notes = try await ScriptedNotes() }

  private func answer(_ way: Way, using model: any LanguageModel) async throws -> Answer {
    let question = "How often are the signing keys rotated?"
    return switch way {
    case .step: try await notes.index.answer(to: question, using: model)
    case .session:
      try await notes.index.answer(to: question, in: LanguageModelSession(model: model), searchingWith: nil)
    case .conversation: try await NotesConversation(about: notes.index, using: model).answer(to: question)
    }
  }

  private func script() -> ScriptedLanguageModel { ScriptedLanguageModel(replies: [reply + "\"}"]) }

  private func snapshots(of answer: Answer) async throws -> [Answer.Snapshot] {
    var snapshots: [Answer.Snapshot] = []
    for try await snapshot in answer { snapshots.append(snapshot) }
    return snapshots
  }

  @Test(arguments: Way.allCases) func theModelIsAskedOnceHoweverOftenTheAnswerIsRead(way: Way) async throws {
    let model = script()
    let answer = try await answer(way, using: model)
    let first = try await snapshots(of: answer)
    let whole = try #require(first.last)
    #expect(whole.usage != nil)
    #expect(try await snapshots(of: answer) == [whole])
    #expect(try await answer.collect() == whole)
    #expect(model.requests.count == 1)
  }

  @Test(arguments: Way.allCases) func readersAtTheSameTimeGetTheSameAnswer(way: Way) async throws {
    let model = script()
    let answer = try await answer(way, using: model)
    let wholes = try await withThrowingTaskGroup(of: Answer.Snapshot?.self) { group in
      for _ in 0..<8 { group.addTask { try await snapshots(of: answer).last } }
      var wholes: [Answer.Snapshot?] = []
      for try await whole in group { wholes.append(whole) }
      return wholes
    }
    let whole = try await answer.collect()
    #expect(wholes.count == 8 && wholes.allSatisfy { $0 == whole })
    #expect(model.requests.count == 1)
  }

  @Test(arguments: Way.allCases) func aCancelledReaderGetsAnErrorAndSoDoWhoComeAfter(way: Way) async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    defer { opening.finish() }
    let model = script()
    let answer = try await answer(way, using: HaltingLanguageModel(base: model, haltingAfter: 3, until: gate))
    let reading = Task {
      for try await snapshot in answer where !snapshot.content.isEmpty { withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await reading.value }
    var begun = ""
    do {
      for try await snapshot in answer { begun = snapshot.content }
      Issue.record("the answer is not whole")
    } catch {
      #expect(error is CancellationError)
    }
    #expect(!begun.isEmpty && reply.hasPrefix(begun))
    await #expect(throws: CancellationError.self) { try await answer.collect() }
    #expect(model.requests.count == 1)
  }

  @Test(arguments: Way.allCases) func leavingTheLoopStopsTheModelUnlessAnotherReads(way: Way) async throws {
    for hasOther in [false, true] {
      let (gate, opening) = AsyncStream.makeStream(of: Void.self)
      defer { opening.finish() }
      let model = script()
      let answer = try await answer(way, using: HaltingLanguageModel(base: model, haltingAfter: 3, until: gate))
      var other = hasOther ? answer.makeAsyncIterator() : nil
      for try await snapshot in answer where !snapshot.content.isEmpty { break }
      if hasOther {
        opening.finish()
        var last: Answer.Snapshot?
        while let snapshot = try await other?.next() { last = snapshot }
        #expect(last?.usage != nil)
        #expect(try await answer.collect() == last)
      } else {
        await #expect(throws: CancellationError.self) { try await answer.collect() }
      }
      #expect(model.requests.count == 1)
    }
  }

  @Test(arguments: Way.allCases) func aFailureIsThrownToEveryReader(way: Way) async throws {
    struct Failure: Error {}
    let model = ScriptedLanguageModel { _ in throw Failure() }
    let answer = try await answer(way, using: model)
    for _ in 0..<2 { await #expect(throws: Failure.self) { try await answer.collect() } }
    #expect(model.requests.count == 1)
  }

  @Test func aStructuredAnswerIsNotAskedForAgain() async throws {
    let model = ScriptedLanguageModel(replies: [#"{"days": 90}"#])
    let found = try await notes.index.answer(
      to: "How often are the signing keys rotated?",
      following: try GenerationSchema(jsonSchema: #"{"type": "object", "properties": {"days": {"type": "integer"}}}"#),
      using: model)
    #expect(try await snapshots(of: found.answer) == [found.snapshot])
    #expect(model.requests.count == 1)
  }
}
