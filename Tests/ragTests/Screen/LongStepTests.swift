import Testing

@testable import rag

@Suite struct LongStepTests {
  @Test func aLongStepSaysWhatItDoesUntilItHasEnded() async throws {
    let (lines, line) = AsyncStream.makeStream(of: String.self)
    var step = LongStep("reading all tasks")
    step.interval = .milliseconds(1)
    step.show = { line.yield($0) }
    let texts = await step.run {
      var texts: [String] = []
      for await text in lines.prefix(2) { texts.append(text) }
      return texts
    }
    #expect(texts.count == 2)
    #expect(texts.allSatisfy { $0.hasPrefix("reading all tasks, ") && $0.hasSuffix(" s") })
  }

  @Test func aShortStepSaysNothing() async throws {
    let (lines, line) = AsyncStream.makeStream(of: String.self)
    var step = LongStep("reading all tasks")
    step.interval = .seconds(3600)
    step.show = { line.yield($0) }
    await #expect(throws: CancellationError.self) { try await step.run { throw CancellationError() } }
    line.finish()
    #expect(await lines.reduce(0) { count, _ in count + 1 } == 0)
  }
}
