import LanguageModels

/// A type of a program whose code runs on the main actor unless it says otherwise.
@Generable
struct Reminder {
  var text: String
  @Guide(.range(1...5)) var urgency: Int
  var kind: Kind

  @Generable enum Kind { case once, every(days: Int) }
}

/// Generates a reminder away from the main actor.
nonisolated public func remind(using model: any LanguageModel) async throws -> String {
  let session = LanguageModelSession(model: model)
  var seen = ""
  for try await snapshot in session.streamResponse(to: Prompt("Remind me."), generating: Reminder.self) {
    seen = snapshot.content.text ?? seen
  }
  return seen
}
