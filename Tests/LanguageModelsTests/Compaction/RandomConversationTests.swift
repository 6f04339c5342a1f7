import Foundation
import LanguageModels
import Testing

@Suite struct RandomConversationTests {
  private static let policies: [any CompactionPolicy] = [
    .slidingWindow, .summarizeAndCarry, .firstAndLast, .summarizeMiddle, .freshSession,
    SlidingWindow(threshold: 0.9, target: 0.2), SlidingWindow().droppingFinishedToolCalls(),
    SummarizeAndCarry().carryingOnlyCited(), FirstAndLast().droppingFinishedToolCalls().carryingOnlyCited(),
    FreshSession().carryingOnlyCited(),
  ]

  /// Talks in as many conversations, with the policies in turn.
  private func converse(_ conversations: Range<Int>, _ policies: [any CompactionPolicy]) async -> [ConversationChecker]
  {
    await withTaskGroup(of: [ConversationChecker].self) { group in
      for part in 0..<2 {
        group.addTask {
          var checkers: [ConversationChecker] = []
          for index in conversations where index % 2 == part {
            var checker = ConversationChecker(seed: UInt64(index), policy: policies[index / 2 % policies.count])
            await checker.converse()
            checkers.append(checker)
          }
          return checkers
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// `RAG_CONVERSATIONS` is how many there are instead of 2,000.
  @Test func thousandsOfConversationsKeepEveryPromise() async {
    let count = ProcessInfo.processInfo.environment["RAG_CONVERSATIONS"].flatMap(Int.init) ?? 2_000
    let checkers = await converse(0..<count, Self.policies)
    #expect(checkers.count == count)
    #expect(checkers.flatMap(\.violations).prefix(5) == [])
    // The conversations are such that the promises are put to the test.
    #expect(checkers.reduce(0) { $0 + $1.counts.answered } > 2 * count)
    #expect(checkers.reduce(0) { $0 + $1.counts.refused } > count / 10)
    #expect(checkers.reduce(0) { $0 + $1.counts.compactions } > count / 2)
    #expect(checkers.reduce(0) { $0 + $1.counts.calls } > count / 10)
  }

  @Test(arguments: [BrokenPolicy.splitsTurns, .reverses, .doubles])
  func aBrokenPolicyIsFound(policy: BrokenPolicy) async {
    let checkers = await converse(0..<100, [policy])
    #expect(!checkers.flatMap(\.violations).isEmpty)
  }
}

/// What a policy must not do.
enum BrokenPolicy: CompactionPolicy {
  /// Keeps the last entries, wherever a turn begins.
  case splitsTurns
  /// Keeps turns newest first.
  case reverses
  /// Keeps the last turn twice.
  case doubles

  func plan(for window: ConversationWindow) -> CompactionPlan? {
    guard window.tokenCount > window.contextSize / 2, let last = window.turns.last else { return nil }
    switch self {
    case .splitsTurns: return CompactionPlan(history: window.turns.flatMap(\.entries).suffix(1))
    case .reverses: return CompactionPlan(history: window.turns.suffix(2).reversed().flatMap(\.entries))
    case .doubles: return CompactionPlan(history: last.entries + last.entries)
    }
  }
}
