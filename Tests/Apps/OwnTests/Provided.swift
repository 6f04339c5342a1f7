import Foundation
import LanguageModels
import Retriever

/// What the scenarios need, for our own sessions.
enum Provided {
  static func model(_ replies: [String], contextSize: Int = 4096) -> ScriptedLanguageModel {
    ScriptedLanguageModel(contextSize: contextSize, replies: replies)
  }

  static func recording(_ replies: [String]) -> (ScriptedLanguageModel, () -> [String]) {
    let model = model(replies)
    return (model, { model.requests.map { $0.messages.map(\.content).joined(separator: "\n") } })
  }

  static func notesTool() async throws -> any Tool { RetrievalTool(try await SampleNotes.index()) }

  static func isOverflow(_ error: LanguageModelError) -> Bool {
    switch error {
    case .contextSizeExceeded(let size, let count), .promptTooLarge(let size, let count, _): size == 40 && count > 40
    default: false
    }
  }

  static func roundTrip(_ transcript: Transcript) throws -> Transcript {
    try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(transcript))
  }
}
