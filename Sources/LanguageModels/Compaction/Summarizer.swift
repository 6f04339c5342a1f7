/// Summarizes a conversation, in sessions of its own that never exceed their window.
struct Summarizer {
  let model: any LanguageModel
  let onEvent: @Sendable (SessionEvent) -> Void

  init(model: any LanguageModel, onEvent: @escaping @Sendable (SessionEvent) -> Void) {
    self.model = model
    self.onEvent = onEvent
  }

  /// Returns the maximum number of tokens of a summary in a window of this size.
  static func tokenLimit(contextSize: Int) -> Int { min(300, contextSize / 8) }

  static let heading = "Conversation so far:\n"
  private static let instructions = """
    Summarize the conversation in under 200 words. Keep names, numbers, facts, decisions, what the user wants and what \
    is still open. Leave out greetings. Write the summary only.
    """

  /// Returns a summary of entries that continues an earlier one, with the heading that it has in instructions.
  ///
  /// Text that is too long for the window is summarized piece by piece, each with the summary of those before.
  func summary(
    of entries: [Transcript.Entry], continuing previous: String?, isStructured: Bool = false
  ) async throws -> (text: String, usage: LanguageModelSession.Usage) {
    var summary = previous.map { $0.hasPrefix(Self.heading) ? String($0.dropFirst(Self.heading.count)) : $0 }
    var usage = LanguageModelSession.Usage()
    var rest = Transcript.text(of: entries)[...]
    while !rest.isEmpty {
      let piece = try await nextPiece(of: &rest, after: summary)
      let session = LanguageModelSession(model: model, instructions: Self.instructions)
      session.compaction = nil
      session.inferencePurpose = .summary
      session.onEvent = onEvent
      let options = GenerationOptions(
        samplingMode: .greedy, maximumResponseTokens: Self.tokenLimit(contextSize: model.contextSize))
      let prompt = Self.prompt(piece, after: summary)
      let text =
        if isStructured {
          // The grammar enforces the schema; in the prompt, it would take tokens from the piece.
          try await session.respond(
            to: prompt, generating: ConversationSummary.self, includeSchemaInPrompt: false, options: options
          ).content.text
        } else {
          try await session.respond(to: prompt, options: options).content.trimmed
        }
      usage.add(session.usage)
      guard !text.isEmpty else { throw LanguageModelError.refusal(explanation: "the model's summary is empty") }
      summary = text
    }
    return (Self.heading + (summary ?? ""), usage)
  }

  private static func prompt(_ piece: Substring, after summary: String?) -> String {
    let summary = summary.map { "Summary so far:\n\($0)\n\n" } ?? ""
    return "\(summary)Conversation:\n\(piece)\n\nWrite the summary of all of it."
  }

  private func nextPiece(of rest: inout Substring, after summary: String?) async throws -> Substring {
    let prompt = { (piece: Substring) in Self.prompt(piece, after: summary) }
    return try await model.nextPiece(
      of: &rest, instructions: Self.instructions, limit: Self.tokenLimit(contextSize: model.contextSize), prompt: prompt
    )
  }
}

extension LanguageModel {
  /// Removes and returns the longest beginning of a text that fits one request with these instructions and this prompt.
  ///
  /// Throws `LanguageModelError.contextSizeExceeded` if not even one character fits.
  func nextPiece(
    of rest: inout Substring, instructions: String, limit: Int, prompt: (Substring) -> String
  ) async throws -> Substring {
    let reserve = LanguageModelSession.replyReserve(
      for: GenerationOptions(maximumResponseTokens: limit), contextSize: contextSize)
    let room = contextSize - reserve
    func fits(_ piece: Substring) async throws -> Bool {
      let messages = [
        LanguageModelRequest.Message(role: .system, content: instructions),
        LanguageModelRequest.Message(role: .user, content: prompt(piece)),
      ]
      return try await tokenCount(for: LanguageModelRequest(messages: messages)) <= room
    }
    let piece = try await rest.longestPrefix(where: fits)
    guard !piece.isEmpty else {
      throw LanguageModelError.contextSizeExceeded(contextSize: contextSize, tokenCount: contextSize + 1)
    }
    rest = rest[piece.endIndex...].drop { $0.isWhitespace }
    return piece
  }
}
