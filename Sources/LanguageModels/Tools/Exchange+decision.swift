import Foundation

extension Exchange {
  /// Whether the model says that none of the tools does what is asked.
  ///
  /// Small models call as soon as tools are listed, if only for a greeting; asked which tool it is, they know better.
  /// Two margins of logits are summed: of a call over an answer as the reply's beginning, and of the likeliest tool
  /// over none as the answer to that question. What is evaluated for it beyond the reply's own prompt are the
  /// question's tokens.
  mutating func rejectsTools() async throws -> Bool {
    guard model.capabilities.contains(.nextTokenScores) else { return false }
    try await fit(.init(showsSchema: request.showsSchema))
    let reply = transcript.rendered(.init(showsSchema: request.showsSchema)).request()
    guard let last = reply.messages.indices.last else { return false }
    var question = reply
    question.messages[last].content += Self.question
    question.replyPrefix = Self.replyPrefix
    guard try await model.tokenCount(for: question) < model.contextSize else { return false }
    let names = session.tools.map { String(JSONValue.string($0.name).text.dropFirst().dropLast()) }
    let leansToTool = try await margin(of: names, over: [Self.none], after: question)
    let leansToCall = try await margin(of: Self.callBeginnings, over: Self.answerBeginnings, after: reply)
    return leansToTool + leansToCall < 0
  }

  /// By how much the likeliest of some candidates is ahead of the likeliest of others.
  private mutating func margin(
    of candidates: [String], over others: [String], after request: LanguageModelRequest
  ) async throws -> Double {
    let start = ContinuousClock.now
    let result = try await model.nextTokenScores(after: request, candidates: candidates + others)
    let summary = GenerationSummary(
      promptTokens: result.promptTokens, cachedTokens: result.cachedTokens, replyTokens: 0, reason: .complete)
    usage.add(summary)
    session.report(.inference(InferenceRecord(.probe, summary, from: start, firstText: nil)))
    let best = result.scores.prefix(candidates.count).max() ?? 0
    return best - (result.scores.dropFirst(candidates.count).max() ?? 0)
  }

  private static let none = "none"
  private static let question = """


    Which tool does this? Reply with {"tool": name}, or {"tool": "none"} where you need no tool.
    """
  private static let replyPrefix = "{\"tool\": \""
  private static let callBeginnings = ["{\"", "{"]
  private static let answerBeginnings = ["I", "To", "The", "Sorry", "It", "There", "A", "As"]
}
