import LanguageModels

extension LanguageModel {
  /// The most bytes of a token, on average: more are certainly too many, and need not be counted.
  private var mostBytesOfToken: Int { 32 }

  /// Throws if a question does not fit the model's window, before anything looks for days and words in it.
  func checkFits(_ question: String) async throws {
    let bytes = question.utf8.count
    guard bytes > contextSize else { return }
    let isShort = bytes <= contextSize * mostBytesOfToken
    let count = isShort ? try await tokenCount(of: question) : bytes / mostBytesOfToken
    guard count > contextSize else { return }
    throw LanguageModelError.contextSizeExceeded(contextSize: contextSize, tokenCount: count)
  }
}
