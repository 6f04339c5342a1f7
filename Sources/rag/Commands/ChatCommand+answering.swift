import Foundation
import LanguageModels
import Retriever

extension ChatCommand {
  /// Answers one question. Ctrl-C stops the answer but not the program; a failure does not end the conversation.
  static func answer(
    _ question: String, in conversation: NotesConversation, output: AnswerOutput, model: String
  ) async {
    WaitingLine.shared.showSearching()
    let task = Task {
      _ = try await output.write(try await conversation.answer(to: question), model: model)
    }
    // SIGTERM ends the program.
    Interruption.divert(only: SIGINT) { task.cancel() }
    defer { Interruption.divert(to: nil) }
    do {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch is CancellationError {
      Console.note("")
      Console.note("stopped")
      // The model stops within one token; until then the session would reject the next question.
      while conversation.session.isResponding { try? await Task.sleep(for: .milliseconds(1)) }
    } catch {
      Console.error(Remedy.message(for: error))
    }
    Console.write("")
  }
}
