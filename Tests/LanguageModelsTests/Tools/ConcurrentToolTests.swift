import LanguageModels
import Testing

/// Several calls in one reply. Run one after the other, the calls of these tests would never end.
@Suite(.timeLimit(.minutes(15))) struct ConcurrentToolTests {
  private struct Failure: Error {}

  /// What happened, in its order; waits for what will.
  private actor Log {
    private(set) var events: [String] = []
    private var waiting: [(event: String, continuation: CheckedContinuation<Void, Never>)] = []

    func add(_ event: String) {
      events.append(event)
      for (_, continuation) in waiting.filter({ $0.event == event }) { continuation.resume() }
      waiting.removeAll { $0.event == event }
    }

    func wait(for event: String) async {
      if events.contains(event) { return }
      await withCheckedContinuation { waiting.append((event, $0)) }
    }
  }

  /// Does what a test says for each number.
  private struct Worker: Tool {
    let name = "work"
    let description = "Works."
    let work: @Sendable (Int) async throws -> String
    func call(arguments: Padding) async throws -> String { try await work(arguments.count) }
  }

  private func calls(_ numbers: [Int]) -> String {
    numbers.map { "{\"name\": \"work\", \"arguments\": {\"count\": \($0)}}" }.joined(separator: "\n")
  }

  private func session(_ replies: [String], _ work: @escaping @Sendable (Int) async throws -> String)
    -> LanguageModelSession
  {
    LanguageModelSession(
      model: ScriptedLanguageModel(replies: replies), tools: [Worker(work: work)], instructions: "Be short.")
  }

  @Test func theCallsOfAReplyRunAtOnceAndTheirOutputsStandInTheOrderOfTheCalls() async throws {
    let log = Log()
    // Each waits for the one after it.
    let session = session([calls([1, 2, 3, 4]), "Done."]) { number in
      if number < 4 { await log.wait(for: "\(number + 1)") }
      await log.add("\(number)")
      return "output \(number)"
    }
    #expect(try await session.respond(to: "Go").content == "Done.")
    #expect(await log.events == ["4", "3", "2", "1"])
    let outputs = session.transcript.map(\.description).filter { $0.hasPrefix("Tool Output") }
    #expect(outputs == (1...4).map { "Tool Output: work: output \($0)" })
  }

  @Test func aCallThatThrowsCancelsTheOthersAndEndsTheRequest() async throws {
    let log = Log()
    let session = session([calls([1, 2, 3])]) { number in
      guard number == 2 else {
        await log.add("\(number) begins")
        do {
          try await Task.sleep(for: .seconds(100_000))
        } catch {
          await log.add("\(number) is cancelled")
          throw error
        }
        return "never"
      }
      for other in ["1 begins", "3 begins"] { await log.wait(for: other) }
      throw Failure()
    }
    let before = session.transcript
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) { try await session.respond(to: "Go") }
    #expect(error?.underlyingError is Failure)
    #expect(await Set(log.events.suffix(2)) == ["1 is cancelled", "3 is cancelled"])
    #expect(session.transcript == before && !session.isResponding)
  }

  @Test func cancellingARequestCancelsItsCalls() async throws {
    let log = Log()
    let session = session([calls([1, 2])]) { number in
      await log.add("\(number) begins")
      try await Task.sleep(for: .seconds(100_000))
      return "never"
    }
    let before = session.transcript
    let task = Task { try await session.respond(to: "Go").content }
    for event in ["1 begins", "2 begins"] { await log.wait(for: event) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(session.transcript == before)
  }
}
