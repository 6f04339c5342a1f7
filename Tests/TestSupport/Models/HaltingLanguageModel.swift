import LanguageModels
import Synchronization

/// A model that stops in the middle of each reply until a gate is opened.
package final class HaltingLanguageModel: LanguageModel {
  package let base: ScriptedLanguageModel
  private let pieces: Int
  /// Ends once the gate is open. A request that waits for it and is cancelled does not open it for the others, as it
  /// would if all of them read the stream.
  private let opening: Task<Void, Never>
  private let hasHalted = Mutex(false)

  /// Halts behind so many pieces of text, until the stream `gate` ends.
  package init(base: ScriptedLanguageModel, haltingAfter pieces: Int, until gate: AsyncStream<Void>) {
    self.base = base
    self.pieces = pieces
    opening = Task { for await _ in gate {} }
  }

  /// Whether a reply was long enough to halt.
  package var halted: Bool { hasHalted.withLock { $0 } }

  package var name: String { base.name }
  package var contextSize: Int { base.contextSize }
  package var capabilities: LanguageModelCapabilities { base.capabilities }
  package var availability: LanguageModelAvailability { base.availability }
  package func tokenCount(for request: LanguageModelRequest) -> Int { base.tokenCount(for: request) }
  package func tokenCount(of text: String) -> Int { base.tokenCount(of: text) }
  package func nextTokenScores(
    after request: LanguageModelRequest, candidates: [String], layers: [Int]
  ) throws -> NextTokenScores {
    try base.nextTokenScores(after: request, candidates: candidates, layers: layers)
  }

  package func generate(_ request: LanguageModelRequest) -> AsyncThrowingStream<GenerationEvent, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        var said = 0
        do {
          for try await event in base.generate(request) {
            if said == pieces {
              hasHalted.withLock { $0 = true }
              await opening.value
            }
            continuation.yield(event)
            said += 1
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
