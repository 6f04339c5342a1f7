import Synchronization

/// A model with scripted replies, for tests of the code around a model.
///
/// It behaves like a real `LanguageModel`: it has a window and a limit on the reply, obeys stop sequences, stops within
/// one token when cancelled, and evaluates a common prefix once. Only the words are scripted.
///
///     let model = ScriptedLanguageModel(replies: ["Paris", "I don't know."])
///
/// A token is a run of letters and digits with at most one space before it, or any other single character. A request
/// costs the tokens of its texts, two per message, and one for the beginning of the reply.
public final class ScriptedLanguageModel: LanguageModel {
  /// An error of a script.
  public enum ScriptError: Error, Hashable {
    /// There were more requests than replies.
    case noReplyLeft(replies: Int)
  }

  /// The name of the model in errors.
  public let name: String
  /// The window, in tokens by the rule above.
  public let contextSize: Int
  /// `.replyPrefix` unless turned off, and `.nextTokenScores` if the script has scores.
  public let capabilities: LanguageModelCapabilities
  private let thought: String?
  private let script: @Sendable (LanguageModelRequest) async throws -> String
  private let scores: (@Sendable (LanguageModelRequest, String) -> Double)?
  private let memory = Mutex(Memory())

  private struct Memory {
    var requests: [LanguageModelRequest] = []
    var refused: [LanguageModelRequest] = []
    var evaluated = ScriptedTokens()

    /// Records that `tokens` are evaluated, and returns how many of them already were.
    mutating func evaluate(_ tokens: ScriptedTokens) -> Int {
      let common = evaluated.commonPrefix(with: tokens)
      evaluated = tokens
      return min(common, tokens.count - 1)
    }
  }

  /// Replies with what `reply` returns or throws for each request.
  ///
  /// `scores` returns the score of one candidate for `nextTokenScores`; without it, the model lacks that capability.
  /// With `writesWholeReplies`, it lacks `.replyPrefix`. A model with a `thought` has it before each reply to a request
  /// that allows one.
  public init(
    name: String = "scripted", contextSize: Int = 4096, writesWholeReplies: Bool = false, thought: String? = nil,
    scores: (@Sendable (LanguageModelRequest, String) -> Double)? = nil,
    reply: @escaping @Sendable (LanguageModelRequest) async throws -> String
  ) {
    self.name = name
    self.contextSize = contextSize
    self.scores = scores
    capabilities = LanguageModelCapabilities(
      (writesWholeReplies ? [] : [.replyPrefix]) + (scores == nil ? [] : [.nextTokenScores])
        + (thought == nil ? [] : [.reasoning]))
    self.thought = thought
    script = reply
  }

  /// Replies with these texts in order; a request after the last fails with `ScriptError.noReplyLeft`.
  ///
  /// A candidate that `scores` does not name has the score −∞.
  public convenience init(
    name: String = "scripted", contextSize: Int = 4096, thought: String? = nil, scores: [String: Double]? = nil,
    replies: [String]
  ) {
    let script = ReplyScript(replies)
    var score: (@Sendable (LanguageModelRequest, String) -> Double)?
    if let scores { score = { _, candidate in scores[candidate] ?? -.infinity } }
    self.init(name: name, contextSize: contextSize, thought: thought, scores: score) { _ in try script.next() }
  }

  /// Every request for a reply or for scores that fit the window, oldest first.
  public var requests: [LanguageModelRequest] { memory.withLock { $0.requests } }

  /// Every request that did not fit the window, oldest first.
  public var refusedRequests: [LanguageModelRequest] { memory.withLock { $0.refused } }

  /// Returns the number of tokens of a request by the rule above.
  public func tokenCount(for request: LanguageModelRequest) -> Int { Self.tokens(of: request).count }

  /// Returns the number of tokens of a text by the rule above.
  public func tokenCount(of text: String) -> Int { ScriptedTokens(text).count }

  /// Streams the script's reply, one event per token unless a stop sequence could begin there.
  public func generate(_ request: LanguageModelRequest) -> AsyncThrowingStream<GenerationEvent, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          try await reply(to: request) { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Returns the script's score for each candidate.
  public func nextTokenScores(
    after request: LanguageModelRequest, candidates: [String], layers: [Int]
  ) throws -> NextTokenScores {
    guard let scores else { throw LanguageModelError.unsupportedCapability(model: name, capability: "nextTokenScores") }
    let (prompt, cached) = try evaluate(request)
    return NextTokenScores(
      scores: candidates.map { scores(request, $0) }, promptTokens: prompt.count, cachedTokens: cached)
  }

  private func reply(to request: LanguageModelRequest, emit: (GenerationEvent) -> Void) async throws {
    let (prompt, cached) = try evaluate(request)
    var room = contextSize - prompt.count
    var thought = ScriptedTokens()
    if request.reasoningTokens > 0 {
      guard let text = self.thought else {
        throw LanguageModelError.unsupportedCapability(model: name, capability: "reasoning")
      }
      let whole = ScriptedTokens(text)
      thought.append(contentsOf: whole, count: min(whole.count, ThoughtForm.limit(for: request, room: room)))
      for index in 0..<thought.count { emit(.reasoning(String(decoding: thought[index], as: UTF8.self))) }
      room -= thought.count
    }
    let limit = max(0, min(room, request.options.maximumResponseTokens ?? room))
    var text = ReplyText(stopSequences: request.stopSequences)
    let tokens = ScriptedTokens(try await script(request))
    var said = 0
    var reason = GenerationSummary.Reason.complete
    while said < tokens.count {
      try Task.checkCancellation()
      guard said < limit else {
        reason = .length
        break
      }
      let piece = text.append(tokens[said])
      said += 1
      if !piece.isEmpty { emit(.text(piece)) }
      if text.isStopped { break }
      await Task.yield()
    }
    let rest = text.finish()
    if !rest.isEmpty { emit(.text(rest)) }
    var evaluated = prompt
    evaluated.append(contentsOf: tokens, count: said)
    memory.withLock { [evaluated] in $0.evaluated = evaluated }
    emit(
      .end(
        GenerationSummary(
          promptTokens: prompt.count, cachedTokens: cached, replyTokens: thought.count + said,
          reasoningTokens: thought.count, reason: reason)))
  }

  private func evaluate(_ request: LanguageModelRequest) throws -> (tokens: ScriptedTokens, cached: Int) {
    let tokens = Self.tokens(of: request)
    guard tokens.count < contextSize else {
      memory.withLock { $0.refused.append(request) }
      throw LanguageModelError.contextSizeExceeded(contextSize: contextSize, tokenCount: tokens.count)
    }
    let cached = memory.withLock {
      $0.requests.append(request)
      return $0.evaluate(tokens)
    }
    return (tokens, cached)
  }

  private static func tokens(of request: LanguageModelRequest) -> ScriptedTokens {
    var tokens = ScriptedTokens()
    for message in request.messages {
      tokens.append(marker: message.role == .system ? 1 : message.role == .user ? 2 : 3)
      tokens.append(message.content)
      tokens.append(marker: 0)
    }
    tokens.append(marker: 3)
    tokens.append(request.replyPrefix)
    return tokens
  }
}

/// Hands out each reply once, in order.
private final class ReplyScript: Sendable {
  private let replies: [String]
  private let taken = Mutex(0)

  init(_ replies: [String]) { self.replies = replies }

  func next() throws -> String {
    let index = taken.withLock { taken in
      defer { taken += 1 }
      return taken
    }
    guard index < replies.count else { throw ScriptedLanguageModel.ScriptError.noReplyLeft(replies: replies.count) }
    return replies[index]
  }
}
