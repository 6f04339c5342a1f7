import LanguageModels

/// Every word that is said to a model, in one place.
///
/// The form was chosen by measuring on grounded questions with Qwen2.5-Coder 1.5B: sources first, then the question,
/// then one instruction, no worked examples, the reply begun as JSON. The yes/no probe differs from the answer's
/// prompt in its last line only, so that the sources are evaluated once for both.
enum Prompts {
  static let system = "You answer questions from the user's notes."

  static let answerInstruction = #"Reply with JSON {"answer": "..."}, using only the sources above."#

  static let probeInstruction = "Do the sources above state the answer to this question? Reply Yes or No."

  /// Where the reply begins: what the model writes next is the answer's text.
  static let replyPrefix = #"{"answer": ""#

  static let yes = ["Yes", "yes", " Yes"]
  static let no = ["No", "no", " No"]

  /// One source as it stands in a prompt, numbered from 1.
  static func source(_ number: Int, _ passage: Passage) -> String {
    "[\(number)] (\(passage.heading)) \(passage.text)"
  }

  static func messages(question: String, sources: [String], instruction: String) -> [LanguageModelRequest.Message] {
    let user = """
      Sources:
      \(sources.joined(separator: "\n"))

      Question: \(question)
      \(instruction)
      """
    return [.init(role: .system, content: system), .init(role: .user, content: user)]
  }
}
