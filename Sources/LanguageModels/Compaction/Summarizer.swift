/// Tells in few words what was said, in sessions of its own that never see more than their window.
struct Summarizer {
  let model: any LanguageModel
  let report: @Sendable (SessionEvent) -> Void

  init(model: any LanguageModel, report: @escaping @Sendable (SessionEvent) -> Void) {
    self.model = model
    self.report = report
  }

  /// The most tokens of a summary in a window of this size.
  static func tokenLimit(contextSize: Int) -> Int { min(300, contextSize / 8) }

  static let heading = "Conversation so far:\n"
  private static let instructions = """
    Summarize the conversation in under 200 words. Keep names, numbers, facts, decisions, what the user wants and what \
    is still open. Leave out greetings. Write the summary only.
    """

  /// The summary of entries behind what an earlier summary says, as it stands in instructions.
  ///
  /// What is too long for the window is summarized piece by piece, each with the summary of those before.
  func summary(
    of entries: [Transcript.Entry], continuing previous: String?
  ) async throws -> (text: String, usage: LanguageModelSession.Usage) {
    var summary = previous.map { $0.hasPrefix(Self.heading) ? String($0.dropFirst(Self.heading.count)) : $0 }
    var usage = LanguageModelSession.Usage()
    var rest = Transcript.text(of: entries)[...]
    while !rest.isEmpty {
      let piece = try await nextPiece(of: &rest, after: summary)
      let session = LanguageModelSession(model: model, instructions: Self.instructions)
      session.compaction = nil
      session.inferencePurpose = .summary
      session.eventHandler = report
      let options = GenerationOptions(
        samplingMode: .greedy, maximumResponseTokens: Self.tokenLimit(contextSize: model.contextSize))
      let response = try await session.respond(to: Self.prompt(piece, after: summary), options: options)
      usage.add(session.usage)
      let text = response.content.trimmed
      guard !text.isEmpty else { throw LanguageModelError.refusal(explanation: "the model's summary is empty") }
      summary = text
    }
    return (Self.heading + (summary ?? ""), usage)
  }

  private static func prompt(_ piece: Substring, after summary: String?) -> String {
    let summary = summary.map { "Summary so far:\n\($0)\n\n" } ?? ""
    return "\(summary)Conversation:\n\(piece)\n\nWrite the summary of all of it."
  }

  /// Takes as much from the beginning as fits one request, cut between paragraphs, lines or words where that is
  /// possible.
  private func nextPiece(of rest: inout Substring, after summary: String?) async throws -> Substring {
    let reserve = LanguageModelSession.replyReserve(
      for: GenerationOptions(maximumResponseTokens: Self.tokenLimit(contextSize: model.contextSize)),
      contextSize: model.contextSize)
    let room = model.contextSize - reserve
    func fits(_ piece: Substring) async throws -> Bool {
      let transcript = Transcript(entries: [
        .instructions(.init(segments: [.text(.init(content: Self.instructions))])),
        .prompt(.init(segments: [.text(.init(content: Self.prompt(piece, after: summary)))])),
      ])
      return try await model.tokenCount(for: transcript.rendered().request()) <= room
    }
    let piece = try await rest.longestPrefix(where: fits)
    guard !piece.isEmpty else {
      throw LanguageModelError.contextSizeExceeded(contextSize: model.contextSize, tokenCount: room + reserve + 1)
    }
    rest = rest[piece.endIndex...].drop { $0.isWhitespace }
    return piece
  }
}

extension Substring {
  /// The longest beginning that fits, cut behind the last paragraph, line, sentence or word in its second half.
  ///
  /// What fits must fit when it is shorter. Asks about once for each doubling of the length.
  func longestPrefix(where fits: (Substring) async throws -> Bool) async throws -> Substring {
    if try await fits(self) { return self }
    var (low, high) = (0, utf8.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if try await fits(prefix(utf8Count: middle)) { low = middle } else { high = middle }
    }
    let piece = prefix(utf8Count: low)
    let half = piece.utf8.index(piece.startIndex, offsetBy: piece.utf8.count / 2)
    for separator in ["\n\n", "\n", ". ", " "] {
      if let found = piece.ranges(of: separator).last, found.upperBound > half { return self[..<found.upperBound] }
    }
    return piece
  }

  /// The longest beginning of whole characters with at most this many bytes.
  private func prefix(utf8Count: Int) -> Substring {
    var end = utf8.index(startIndex, offsetBy: utf8Count)
    while end > startIndex, String.Index(end, within: self) == nil { end = utf8.index(before: end) }
    return self[..<end]
  }
}

extension StringProtocol {
  /// The text without whitespace at either end.
  var trimmed: String {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
