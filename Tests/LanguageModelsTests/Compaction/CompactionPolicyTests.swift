import LanguageModels
import Testing

@Suite struct CompactionPolicyTests {
  /// A turn of a prompt and a response, told by number.
  private func turn(_ number: Int) -> [Transcript.Entry] {
    [
      .prompt(.init(id: "p\(number)", segments: [.text(.init(content: "q"))])),
      .response(.init(id: "r\(number)", segments: [.text(.init(content: "a"))])),
    ]
  }

  /// A window of 1,000 with 100 tokens that stay, a reserve of 50, and turns of these sizes.
  private func window(_ turns: [Int], isRefused: Bool = false, fixed: Int = 100) -> ConversationWindow {
    ConversationWindow(
      contextSize: 1000, fixedTokenCount: fixed, replyReserve: 50,
      turns: turns.enumerated().map { .init(entries: turn($0), tokenCount: $1) }, isRefused: isRefused)
  }

  private func ids(_ plan: CompactionPlan?) -> [String]? { plan?.history.map(\.id) }

  @Test func theWindowSlidesAboveThreeQuartersAndNotAt() {
    #expect(SlidingWindow().plan(for: window([300, 350])) == nil)
    #expect(ids(SlidingWindow().plan(for: window([301, 350]))) == ["p1", "r1"])
  }

  @Test func theWindowSlidesToAHalfAndNoFurther() {
    // 400 tokens are left for turns: 200 and 200 fit, the third does not.
    #expect(ids(SlidingWindow().plan(for: window([300, 100, 200, 200]))) == ["p2", "r2", "p3", "r3"])
    #expect(ids(SlidingWindow().plan(for: window([300, 101, 200, 199]))) == ["p2", "r2", "p3", "r3"])
    #expect(ids(SlidingWindow().plan(for: window([300, 1, 200, 199]))) == ["p1", "r1", "p2", "r2", "p3", "r3"])
  }

  @Test func nothingIsKeptWhereTheNewestTurnAloneIsTooLong() {
    #expect(ids(SlidingWindow().plan(for: window([10, 700]))) == [])
  }

  @Test func summariesStartAboveEightyFivePercentWithTheReserve() {
    #expect(SummarizeAndCarry().plan(for: window([400, 300])) == nil)
    let plan = SummarizeAndCarry().plan(for: window([401, 300]))
    #expect(plan?.summarized.map(\.id) == ["p0", "r0", "p1", "r1"])
    let shorter = SummarizeAndCarry().plan(for: window([400, 200, 101]))
    #expect(ids(shorter) == ["p2", "r2"])
    #expect(shorter?.summarized.map(\.id) == ["p0", "r0", "p1", "r1"])
  }

  @Test func theFirstAndTheLastStay() {
    #expect(FirstAndLast().plan(for: window([300, 350])) == nil)
    #expect(ids(FirstAndLast().plan(for: window([400, 200, 200]))) == ["p2", "r2"])
    // A single turn is the last one; it is not doubled.
    #expect(FirstAndLast().plan(for: window([700])) == nil)
  }

  @Test func theMiddleIsSummarized() {
    let plan = SummarizeMiddle().plan(for: window([400, 200, 200]))
    #expect(ids(plan) == ["p2", "r2"])
    #expect(plan?.summarized.map(\.id) == ["p0", "r0", "p1", "r1"])
    #expect(SummarizeMiddle().plan(for: window([700])) == nil)
  }

  @Test func aFreshSessionStartsOnlyWhereItMust() {
    #expect(FreshSession().plan(for: window([400, 449])) == nil)
    #expect(ids(FreshSession().plan(for: window([400, 451]))) == [])
    #expect(ids(FreshSession().plan(for: window([1], isRefused: true))) == [])
  }

  @Test func theReserveCountsAsUsed() {
    #expect(!window([850]).mustShrink)
    #expect(window([851]).mustShrink)
    #expect(window([1], isRefused: true).mustShrink)
  }

  @Test func finishedToolCallsAreDroppedAndTurnsStay() {
    let turn = Transcript.Turn(entries: [
      .prompt(.init(id: "p", segments: [])),
      .toolCalls(.init(id: "c", [.init(id: "c0", toolName: "t", arguments: "x".generatedContent)])),
      .toolOutput(.init(id: "c0", toolName: "t", segments: [])), .response(.init(id: "r", segments: [])),
    ])
    #expect(CompactionReductions.finishedToolCalls.reduced(turn).entries.map(\.id) == ["p", "r"])
    // A turn that is not answered yet keeps its calls.
    let open = Transcript.Turn(entries: turn.entries.dropLast())
    #expect(CompactionReductions.finishedToolCalls.reduced(open) == open)
  }

  @Test func onlyCitedPassagesAreCarried() {
    let turn = Transcript.Turn(entries: [
      .prompt(.init(segments: [.passage("[1] a"), .passage("[2] b"), .passage("[3] c"), .text(.init(content: "q"))])),
      .response(.init(segments: [.text(.init(content: "It is b [2]."))])),
    ])
    let reduced = CompactionReductions.uncitedPassages.reduced(turn)
    #expect(Transcript.text(of: reduced.entries) == "User: [2] b\n\nq\n\nAssistant: It is b [2].")
  }

  @Test func aPassageKeepsItsNumberWhenOthersGo() {
    var prompt = Transcript.Prompt(segments: Prompt(passages: ["[1] a", "[2] b", "[3] c"], question: "q").segments)
    prompt.segments.removeFirst()
    let turn = Transcript.Turn(entries: [
      .prompt(prompt), .response(.init(segments: [.text(.init(content: "It is c [3]."))])),
    ])
    let reduced = CompactionReductions.uncitedPassages.reduced(turn)
    #expect(Transcript.text(of: reduced.entries) == "User: [3] c\n\nq\n\nAssistant: It is c [3].")
  }

  @Test func reductionsAddUp() {
    let policy = SlidingWindow().droppingFinishedToolCalls().carryingOnlyCited()
    #expect(policy.reductions == [.finishedToolCalls, .uncitedPassages])
    #expect(ids(policy.plan(for: window([301, 350]))) == ["p1", "r1"])
  }
}
