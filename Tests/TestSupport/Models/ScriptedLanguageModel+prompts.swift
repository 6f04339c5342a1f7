import LanguageModels

extension ScriptedLanguageModel {
  /// What it was asked to reply to, oldest first, each as one text.
  package var prompts: [String] { requests.map { $0.messages.map(\.content).joined(separator: "\n\n") } }
}
