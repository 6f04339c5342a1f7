import LanguageModels
import Synchronization

/// A model with which the first two counts of tokens end together: whatever two tasks do before, neither goes on alone.
package final class MeetingLanguageModel: LanguageModel {
  private struct Meeting {
    var arrived = 0
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let base = ScriptedLanguageModel(replies: [])
  private let meeting = Mutex(Meeting())

  package init() {}

  package var name: String { base.name }
  package var contextSize: Int { base.contextSize }
  package var capabilities: LanguageModelCapabilities { base.capabilities }
  package var availability: LanguageModelAvailability { base.availability }
  package func tokenCount(for request: LanguageModelRequest) -> Int { base.tokenCount(for: request) }

  package func tokenCount(of text: String) async -> Int {
    await withCheckedContinuation { continuation in
      let ready: [CheckedContinuation<Void, Never>] = meeting.withLock { meeting in
        meeting.arrived += 1
        guard meeting.arrived == 1 else {
          defer { meeting.waiting = nil }
          return [continuation] + (meeting.waiting.map { [$0] } ?? [])
        }
        meeting.waiting = continuation
        return []
      }
      for continuation in ready { continuation.resume() }
    }
    return base.tokenCount(of: text)
  }

  package func nextTokenScores(
    after request: LanguageModelRequest, candidates: [String], layers: [Int]
  ) throws -> NextTokenScores {
    try base.nextTokenScores(after: request, candidates: candidates, layers: layers)
  }

  package func generate(_ request: LanguageModelRequest) -> AsyncThrowingStream<GenerationEvent, any Error> {
    base.generate(request)
  }
}
