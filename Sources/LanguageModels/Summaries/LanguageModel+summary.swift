extension LanguageModel {
  /// Summarizes a text of any length in about `words` words, and never more.
  ///
  /// The text is read in pieces that fit the window, each in a session of its own that knows the summary of the piece
  /// before; the summaries together are summarized again until they are short enough. What the model still writes too
  /// long is cut behind its last whole sentence.
  ///
  /// Costs about as many tokens as the text has, and a third more. Throws `LanguageModelError` where the window is too
  /// small for the instructions.
  public func summary(
    of text: String, words: Int = 150, onEvent: @escaping @Sendable (SessionEvent) -> Void = { _ in }
  ) async throws -> String {
    let words = max(1, words)
    var text = text.trimmed
    guard !text.isEmpty else { return "" }
    for round in 0... {
      let writer = SummaryWriter(model: self, words: words, onEvent: onEvent)
      let summaries = try await writer.summaries(of: text)
      let joined = summaries.joined(separator: "\n\n")
      let isShort = joined.wordCount <= words
      // Pieces that do not get shorter would be summarized for ever.
      let isStuck = joined.utf8.count * 10 > text.utf8.count * 9 || round == 8
      if summaries.count == 1 || isShort || isStuck { return joined.cut(toWords: words) }
      text = joined
    }
    return text
  }
}

/// Summarizes the pieces of a text one after the other.
private struct SummaryWriter {
  let model: any LanguageModel
  let words: Int
  let onEvent: @Sendable (SessionEvent) -> Void

  /// What a summary of one piece may cost: two tokens for each word, and never more than a quarter of the window.
  private var limit: Int { min(model.contextSize / 4, words * 2 + 16) }

  private var instructions: String {
    "Summarize the text in at most \(words) words. Keep names, numbers and decisions. Write the summary only."
  }

  func summaries(of text: String) async throws -> [String] {
    var rest = text[...]
    var summaries: [String] = []
    while !rest.isEmpty {
      let previous = summaries.last
      let prompt = { (piece: Substring) in
        let before = previous.map { "What came before:\n\($0)\n\n" } ?? ""
        return "\(before)Text:\n\(piece)\n\nSummarize the text in at most \(words) words."
      }
      let piece = try await model.nextPiece(of: &rest, instructions: instructions, limit: limit, prompt: prompt)
      let session = LanguageModelSession(model: model, instructions: instructions)
      session.compaction = nil
      session.inferencePurpose = .summary
      session.eventHandler = onEvent
      let response = try await session.respond(
        to: prompt(piece), options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: limit))
      summaries.append(response.content.trimmed)
    }
    return summaries
  }
}

extension String {
  fileprivate var wordCount: Int { split(whereSeparator: \.isWhitespace).count }

  /// The text up to a number of words, and there up to the end of a sentence where one ends in the second half.
  fileprivate func cut(toWords words: Int) -> String {
    let all = split(whereSeparator: \.isWhitespace)
    guard all.count > words, let last = all.prefix(words).last else { return self }
    let text = self[..<last.endIndex]
    let half = text.index(text.startIndex, offsetBy: text.count / 2)
    guard let end = text.lastIndex(where: { ".!?。！？".contains($0) }), end >= half else { return text + "…" }
    return String(text[...end])
  }
}
