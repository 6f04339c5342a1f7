import LanguageModels
import VectorStore

/// Recognizes replies in which a model says that the notes hold no answer. Knows only English phrases.
enum ModelRefusal {
  /// The length from which a reply is an answer, however it begins.
  static let charactersAtMost = 240

  /// Whether a sentence is a refusal: short, and in one of the forms that small models use.
  static func isRefusal(_ text: String) -> Bool {
    let text = text.lowercased().replacing("’", with: "'")
    guard text.count < charactersAtMost else { return false }
    return openings.contains { text.hasPrefix($0) }
      || subjects.contains { subject in
        guard let range = text.firstRange(of: subject) else { return false }
        return denials.contains { text[range.upperBound...].contains($0) }
      }
  }

  private static let openings = [
    "i don't know", "i do not know", "not mentioned", "not specified", "not stated", "not provided",
  ]
  private static let subjects = ["the sources", "the provided sources", "the notes", "sources above", "the provided"]
  private static let denials = [
    "do not contain", "don't contain", "does not contain", "do not provide", "don't provide", "does not provide",
    "do not mention", "don't mention", "does not mention", "do not specify", "does not specify", "do not state",
    "does not state", "do not include", "does not include", "no information",
  ]
}
