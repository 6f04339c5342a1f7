import LanguageModels

/// Notes of one fact each, and a model that writes questions about them and answers from the first source.
package struct BoxNotes: Sendable {
  package static let colors = [
    "amber", "beige", "black", "blue", "bronze", "brown", "coral", "cream", "cyan", "golden", "green", "indigo",
    "ivory", "khaki", "lilac", "lime", "magenta", "maroon", "mauve", "navy", "ochre", "olive", "orange", "pink",
  ]

  /// The prompts that were answered.
  package let answered = Recorded<String>()

  package init() {}

  /// Writes the notes into a folder.
  package func write(to folder: TemporaryFolder) throws {
    for (number, color) in Self.colors.enumerated() {
      try folder.write("The lid of the \(color) box weighs \(317 + number) grams.\n", to: "notes/\(color).md")
    }
  }

  package struct Broken: Error {}

  /// A model that fails once it has answered so many questions.
  package func model(failingAfter limit: Int = .max) -> ScriptedLanguageModel {
    let answered = answered
    @Sendable func color(_ request: LanguageModelRequest) -> String {
      let question = request.messages.last?.content.split(separator: "Question:").last ?? ""
      return question.firstMatch(of: /the (\w+) box/).map { String($0.1) } ?? ""
    }
    return ScriptedLanguageModel(
      scores: { request, candidate in
        let isThere = request.messages.last?.content.contains("The lid of the \(color(request)) box") == true
        return ["Yes": isThere ? 3 : -3, "No": 0][candidate] ?? -100
      },
      reply: { request in
        let prompt = request.messages.last?.content ?? ""
        if request.options.maximumResponseTokens == 0 { return "" }
        let weight = prompt.firstMatch(of: /weighs (\d+) grams/).map { String($0.1) } ?? ""
        if prompt.hasSuffix("Question:") {
          let color = prompt.firstMatch(of: /the (\w+) box/).map { String($0.1) } ?? ""
          return "How heavy is the lid of the \(color) box?"
        }
        if prompt.hasSuffix("Answer:") { return weight }
        if answered.all.count >= limit { throw Broken() }
        answered.append(prompt)
        return weight + #" grams"}"#
      })
  }
}
