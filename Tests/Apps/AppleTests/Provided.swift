import Adapter
import FoundationModels
import LanguageModels
import Retriever

/// What the scenarios need, for Apple's sessions: our model and our tool behind the adapter.
enum Provided {
  static func model(_ replies: [String], contextSize: Int = 4096) -> AppleLanguageModel {
    AppleLanguageModel(ScriptedLanguageModel(contextSize: contextSize, replies: replies))
  }

  static func recording(_ replies: [String]) -> (AppleLanguageModel, () -> [String]) {
    let model = ScriptedLanguageModel(replies: replies)
    return (
      AppleLanguageModel(model), { model.requests.map { $0.messages.map(\.content).joined(separator: "\n") } }
    )
  }

  static func notesTool() async throws -> any FoundationModels.Tool {
    try AppleTool(RetrievalTool(try await SampleNotes.index()))
  }

  static func isOverflow(_ error: FoundationModels.LanguageModelError) -> Bool {
    if case .contextSizeExceeded(let exceeded) = error {
      exceeded.contextSize == 40 && exceeded.tokenCount > 40
    } else {
      false
    }
  }

  /// To our own transcript and back.
  static func roundTrip(_ transcript: FoundationModels.Transcript) throws -> FoundationModels.Transcript {
    try FoundationModels.Transcript(LanguageModels.Transcript(transcript))
  }
}
