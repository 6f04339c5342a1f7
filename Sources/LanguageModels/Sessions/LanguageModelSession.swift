public import Foundation
import Synchronization

/// A conversation with a model, which keeps its transcript within the model's window.
///
///     let session = LanguageModelSession(model: model, instructions: "Answer in one sentence.")
///     print(try await session.respond(to: "What is a token?").content)
///
/// A session answers one request at a time; several sessions may share a model. A request that fails or is cancelled
/// leaves the transcript as it was, unless `transcriptErrorHandlingPolicy` says otherwise.
///
/// `compaction` decides what happens to a conversation that no longer fits; by default, the oldest turns are dropped.
/// Without a policy, a request that does not fit throws `LanguageModelError.contextSizeExceeded`; trim the transcript
/// and ask again. Requests with tools may take several inferences, each of which must fit.
public final class LanguageModelSession: Sendable {
  /// How the transcript is handled when a request fails or is cancelled.
  public enum TranscriptErrorHandlingPolicy: Sendable, Hashable {
    /// The transcript is restored to what it was before the request.
    case revertTranscript
    /// The prompt stays, with the partial answer.
    case preserveTranscript
  }

  package let model: any LanguageModel
  let tools: [any Tool]
  private let state: Mutex<State>

  private struct State {
    var transcript: Transcript
    var isResponding = false
    var usage = Usage()
    var errorPolicy: TranscriptErrorHandlingPolicy?
    var compaction: (any CompactionPolicy)? = SlidingWindow()
    var maximumToolRounds = 4
    var handler: (@Sendable (SessionEvent) -> Void)?
    var turnCounts: [String: Int] = [:]
    var onEnd: (@Sendable (Transcript) -> Void)?
    var purpose = InferenceRecord.Purpose.response
    var promptForm: PromptForm?
    var prewarming: Task<Void, Never>?
  }

  /// Starts a conversation.
  public convenience init(
    model: any LanguageModel, tools: [any Tool] = [], instructions: Instructions? = nil
  ) {
    let entry = instructions.map { Transcript.Entry.instructions(.init(segments: $0.segments)) }
    self.init(model: model, tools: tools, transcript: Transcript(entries: entry.map { [$0] } ?? []))
  }

  /// Starts a conversation.
  @_disfavoredOverload
  public convenience init(model: any LanguageModel, tools: [any Tool] = [], instructions: String? = nil) {
    self.init(model: model, tools: tools, instructions: instructions.map { Instructions($0) })
  }

  /// Starts a conversation.
  public convenience init(
    model: any LanguageModel, tools: [any Tool] = [], @InstructionsBuilder instructions: () throws -> Instructions
  ) rethrows {
    self.init(model: model, tools: tools, instructions: try instructions())
  }

  /// Continues a conversation.
  ///
  /// The model can call only `tools`, whatever tools the transcript's instructions name.
  public init(model: any LanguageModel, tools: [any Tool] = [], transcript: Transcript) {
    self.model = model
    self.tools = tools
    state = Mutex(State(transcript: transcript.offering(tools)))
  }

  /// The transcript so far. It can be changed while the session is idle.
  ///
  /// While the session responds, an assignment is ignored with a warning event; `setTranscript` throws instead.
  public var transcript: Transcript {
    get { state.withLock { $0.transcript } }
    set {
      do { try setTranscript(newValue) } catch { report(.warning(error.localizedDescription)) }
    }
  }

  /// Replaces the transcript.
  ///
  /// Throws `LanguageModelSession.Error.transcriptMutationWhileResponding` while the session responds.
  public func setTranscript(_ transcript: Transcript) throws {
    try state.withLock { state in
      guard !state.isResponding else { throw Error.transcriptMutationWhileResponding }
      state.transcript = transcript.offering(tools)
      state.turnCounts = [:]
    }
  }

  /// Whether a request is being answered.
  public var isResponding: Bool { state.withLock { $0.isResponding } }

  /// The tokens that the session has used so far, including failed requests and summaries.
  public var usage: Usage { state.withLock { $0.usage } }

  /// How the transcript is handled when a request fails or is cancelled; `nil` is `.revertTranscript`.
  public var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy? {
    get { state.withLock { $0.errorPolicy } }
    set { state.withLock { $0.errorPolicy = newValue } }
  }

  /// The policy for a conversation that no longer fits, by default `SlidingWindow`. With `nil`, such a request fails.
  public var compaction: (any CompactionPolicy)? {
    get { state.withLock { $0.compaction } }
    set { state.withLock { $0.compaction = newValue } }
  }

  /// How many times per request the model may call tools before it must answer: 4 by default, at least 1.
  public var maximumToolRounds: Int {
    get { state.withLock { $0.maximumToolRounds } }
    set { state.withLock { $0.maximumToolRounds = max(1, newValue) } }
  }

  /// Called for events besides the answers: inferences, tool calls, compactions, warnings.
  ///
  /// Setting it also delivers the warnings about the session's instructions and tools.
  public var onEvent: (@Sendable (SessionEvent) -> Void)? {
    get { state.withLock { $0.handler } }
    set {
      state.withLock { $0.handler = newValue }
      for warning in diagnostics { newValue?(.warning(warning)) }
    }
  }
}

extension LanguageModelSession {
  /// Errors of the session itself.
  public enum Error: Swift.Error, Hashable, LocalizedError {
    /// The session answers one request at a time.
    case concurrentRequests
    /// The transcript cannot be changed while a request is answered.
    case transcriptMutationWhileResponding
    /// The model called tools more often than `maximumToolRounds`.
    case toolRoundsExceeded(limit: Int)
    /// The model called a tool that does not exist, and did so again after being corrected.
    case unknownTool(name: String, available: [String])
    /// The reply reached its limit, in tokens, before a tool call was complete.
    case toolCallCut(limit: Int)

    /// A message for the user.
    public var errorDescription: String? {
      switch self {
      case .concurrentRequests:
        "the session is answering another request: wait for it, or use another session"
      case .transcriptMutationWhileResponding:
        "the transcript cannot be changed while the session responds: wait until it is done"
      case .toolRoundsExceeded(let limit):
        "the model called tools \(limit) times without answering: raise maximumToolRounds, or disallow tools"
      case .unknownTool(let name, let available):
        "the model called \(name), but the tools are \(available.joined(separator: ", "))"
      case .toolCallCut(let limit):
        "the model's tool call was cut off after \(limit) tokens, the limit of the reply"
      }
    }
  }

  /// Reserves the session for one request, and returns the transcript.
  func begin() throws -> Transcript {
    try state.withLock { state in
      guard !state.isResponding else { throw Error.concurrentRequests }
      state.isResponding = true
      return state.transcript
    }
  }

  /// Releases the session; `nil` leaves the transcript as it was.
  func end(_ transcript: Transcript?) {
    if let transcript { state.withLock { $0.onEnd }?(transcript) }
    state.withLock { state in
      state.isResponding = false
      guard let transcript else { return }
      state.transcript = transcript
      let ids = Set(transcript.map(\.id))
      state.turnCounts = state.turnCounts.filter { ids.contains($0.key) }
    }
  }

  /// Calls `body` with the transcript at the end of each request that changes it, before the session is released.
  func onEnd(_ body: @escaping @Sendable (Transcript) -> Void) { state.withLock { $0.onEnd = body } }

  /// Makes the next request wait for `task`, which evaluates its beginning.
  func prewarm(by task: Task<Void, Never>) { state.withLock { $0.prewarming = task } }

  /// Waits for the prewarming task, or cancels it with the calling task.
  func waitForPrewarming() async {
    guard let task = state.withLock({ $0.prewarming }) else { return }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  func add(_ usage: Usage) { state.withLock { $0.usage.add(usage) } }

  func report(_ event: SessionEvent) { state.withLock { $0.handler }?(event) }

  /// The purpose that inferences are reported with.
  package var inferencePurpose: InferenceRecord.Purpose {
    get { state.withLock { $0.purpose } }
    set { state.withLock { $0.purpose = newValue } }
  }

  /// How prompts are presented to the model; `nil` leaves them as they are.
  package var promptForm: PromptForm? {
    get { state.withLock { $0.promptForm } }
    set { state.withLock { $0.promptForm = newValue } }
  }

  var isObserved: Bool { state.withLock { $0.handler != nil } }

  /// Returns the number of tokens of a turn in the history, counted once per turn.
  func tokenCount(of turn: Transcript.Turn) async throws -> Int {
    guard let last = turn.entries.last else { return 0 }
    if let known = state.withLock({ $0.turnCounts[last.id] }) { return known }
    let entries = turn.entries.map { entry in
      guard case .prompt(var prompt) = entry else { return entry }
      // Schemas of earlier prompts are not shown.
      prompt.responseFormat = nil
      return .prompt(prompt)
    }
    let count = try await model.tokenCount(for: entries)
    state.withLock { $0.turnCounts[last.id] = count }
    return count
  }

  func forgetCounts() { state.withLock { $0.turnCounts = [:] } }
}

extension Transcript {
  /// Returns the transcript with the definitions of these tools, and no others, in its instructions.
  func offering(_ tools: [any Tool]) -> Transcript {
    let definitions = tools.filter(\.includesSchemaInInstructions).map { ToolDefinition(tool: $0) }
    var transcript = self
    if var instructions {
      guard instructions.toolDefinitions != definitions else { return self }
      instructions.toolDefinitions = definitions
      transcript.instructions = instructions
    } else if !definitions.isEmpty {
      transcript.instructions = Instructions(segments: [], toolDefinitions: definitions)
    }
    return transcript
  }
}
