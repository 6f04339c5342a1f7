import Foundation
import LanguageModels
import Synchronization
import TestSupport

/// Talks to a session at random, and finds whatever breaks a promise.
///
/// Each prompt begins with a word of its own, `p7`, and so does each reply, `r7`; so it can be told from any request
/// which turns it shows, in which order and how often.
struct ConversationChecker {
  /// What the model is to do in one turn.
  private struct Plan {
    var turn = 0
    var replySize = 1
    var callsTool = false
    var isStructured = false
  }

  private var random: SeededGenerator
  private let policy: any CompactionPolicy
  private(set) var violations: [String] = []
  /// How many prompts were answered, refused as too large, and how often turns went.
  private(set) var counts = (answered: 0, refused: 0, compactions: 0, calls: 0)

  init(seed: UInt64, policy: any CompactionPolicy) {
    random = SeededGenerator(seed: seed)
    self.policy = policy
  }

  /// One conversation in a random window; stops at the first violation.
  mutating func converse() async {
    let window = size(in: 256...8192)
    let plan = Mutex(Plan())
    let model = ScriptedLanguageModel(contextSize: window) { request in
      Self.reply(to: request, by: plan.withLock { $0 })
    }
    let hasTools = Int.random(in: 0..<3, using: &random) == 0
    let instructions = words("i", Int.random(in: 0...window / 8, using: &random))
    let session = LanguageModelSession(
      model: model, tools: hasTools ? [PaddingTool()] : [], instructions: instructions.isEmpty ? nil : instructions)
    session.compaction = policy
    let events = Mutex<[SessionEvent]>([])
    session.onEvent = { event in events.withLock { $0.append(event) } }
    for turn in 0..<Int.random(in: 2...10, using: &random) where violations.isEmpty {
      let isStructured = Int.random(in: 0..<5, using: &random) == 0
      let next = Plan(
        turn: turn, replySize: size(in: 1...600), callsTool: hasTools && !isStructured && Bool.random(using: &random),
        isStructured: isStructured)
      plan.withLock { $0 = next }
      let (before, sent) = (session.transcript, model.requests.count)
      events.withLock { $0 = [] }
      do {
        let added = try await ask(session, prompt(turn), isStructured: isStructured)
        counts.answered += 1
        let happened = events.withLock { $0 }
        check(Array(model.requests[sent...]), turn: turn)
        check(session.transcript, after: before, added: added, happened, turn: turn)
        checkLedger(happened, contextSize: window, turn: turn)
      } catch LanguageModelError.promptTooLarge(let contextSize, let tokenCount, _) {
        counts.refused += 1
        if session.transcript != before { report(turn, "a refused prompt changed the transcript") }
        if contextSize != window || tokenCount <= window { report(turn, "\(tokenCount) tokens were refused") }
      } catch {
        report(turn, "\(error)")
      }
      if !model.refusedRequests.isEmpty { report(turn, "a request was above the window") }
    }
  }

  private func ask(
    _ session: LanguageModelSession, _ prompt: Prompt, isStructured: Bool
  ) async throws -> [Transcript.Entry] {
    if isStructured {
      return Array(try await session.respond(to: prompt, schema: Self.schema).transcriptEntries)
    }
    return Array(try await session.respond(to: prompt).transcriptEntries)
  }

  private static let schema = GenerationSchema(
    type: Padding.self, name: "Numbers",
    properties: [.init(name: "r", type: Int.self), .init(name: "count", type: Int.self)])

  private static func reply(to request: LanguageModelRequest, by plan: Plan) -> String {
    if isSummary(request) { return "they spoke" }
    let wasCalled = request.messages.last?.content.hasPrefix("<output") == true
    if plan.callsTool, !wasCalled { return "{\"name\": \"pad\", \"arguments\": {\"count\": \(plan.replySize * 4)}}" }
    if plan.isStructured { return "{\"r\": \(plan.turn), \"count\": 3}" }
    return "r\(plan.turn)" + String(repeating: " b", count: plan.replySize - 1)
  }

  private static func isSummary(_ request: LanguageModelRequest) -> Bool {
    request.messages.first?.content.hasPrefix("Summarize the conversation") == true
  }

  // MARK: - What is promised

  /// Prompts and replies alternate in order, outputs follow calls, and what is asked stands last, once.
  private mutating func check(_ requests: [LanguageModelRequest], turn: Int) {
    for request in requests where !Self.isSummary(request) {
      var asked = -1
      var state = "answered"
      for message in request.messages where message.role != .system {
        let text = message.content
        switch (message.role, state) {
        case (.assistant, "asked") where text.hasPrefix("{\"name\""),
          (.assistant, "told") where text.hasPrefix("{\"name\""):
          state = "called"
        case (.user, "called") where text.hasPrefix("<output"): state = "told"
        case (.user, "answered"):
          guard let number = Self.number(in: text, "p"), number > asked else {
            return report(turn, "a prompt out of order: \(text.prefix(12))")
          }
          (asked, state) = (number, "asked")
        case (.assistant, "asked"), (.assistant, "told"):
          guard Self.number(in: text, text.hasPrefix("{") ? "{\"r\": " : "r") == asked else {
            return report(turn, "not the reply to p\(asked): \(text.prefix(12))")
          }
          state = "answered"
        default: return report(turn, "\(message.role) after \(state): \(text.prefix(12))")
        }
      }
      if asked != turn || state == "answered" { report(turn, "the prompt is not what is asked") }
    }
  }

  private static func number(in text: String, _ prefix: String) -> Int? {
    guard text.hasPrefix(prefix) else { return nil }
    return Int(text.dropFirst(prefix.count).prefix(while: \.isNumber))
  }

  /// The transcript is what it was, without what was reported gone, and with what was added.
  private mutating func check(
    _ transcript: Transcript, after before: Transcript, added: [Transcript.Entry], _ events: [SessionEvent], turn: Int
  ) {
    var gone = Set<String>()
    for case .compactionEnded(let record) in events {
      counts.compactions += 1
      gone.formUnion(record.droppedEntryIDs + record.summarizedEntryIDs)
    }
    let ids = before.history.map(\.id).filter { !gone.contains($0) } + added.map(\.id)
    if transcript.history.map(\.id) != ids { report(turn, "entries were lost, doubled or moved") }
    counts.calls += added.count - 2
  }

  /// The parts of each prompt sum to what was evaluated, and with the rest to the window.
  private mutating func checkLedger(_ events: [SessionEvent], contextSize: Int, turn: Int) {
    for case .inference(let record) in events where record.purpose == .response {
      guard let parts = record.breakdown else { return report(turn, "an inference without a ledger") }
      let all = ContextBreakdown.Part.allCases.reduce(0) { $0 + parts[$1] }
      if parts.promptTokenCount != record.inputTokens || all != contextSize {
        report(turn, "the ledger says \(parts.promptTokenCount) of \(all), evaluated were \(record.inputTokens)")
      }
    }
  }

  private mutating func report(_ turn: Int, _ text: String) { violations.append("turn \(turn): \(text)") }

  // MARK: - What is said

  private mutating func prompt(_ turn: Int) -> Prompt {
    let size = size(in: 1...6000)
    guard Int.random(in: 0..<4, using: &random) == 0 else { return Prompt(words("p\(turn)", size)) }
    let passages = (1...3).map { _ in words("p\(turn)", size / 4 + 1) }
    return Prompt(passages: passages, question: words("p\(turn)", size / 4 + 1))
  }

  /// As many tokens, the first of them `first`.
  private func words(_ first: String, _ count: Int) -> String {
    count == 0 ? "" : first + String(repeating: " a", count: count - 1)
  }

  /// A number from the range, small ones as often as large ones of ten times the size.
  private mutating func size(in range: ClosedRange<Int>) -> Int {
    let ratio = Double(range.upperBound) / Double(range.lowerBound)
    let drawn = Double(range.lowerBound) * pow(ratio, Double.random(in: 0...1, using: &random))
    return min(range.upperBound, max(range.lowerBound, Int(drawn)))
  }
}

/// How much a tool is to say.
struct Padding: Generable {
  var count: Int

  static let generationSchema = GenerationSchema(
    type: Self.self, properties: [.init(name: "count", type: Int.self)])

  init(_ content: GeneratedContent) throws { count = try content.value(forProperty: "count") }
  var generatedContent: GeneratedContent { .init(properties: ["count": count]) }
}

/// Says as many words as it is asked for.
struct PaddingTool: Tool {
  let name = "pad"
  let description = "Says words."

  func call(arguments: Padding) async throws -> String { "o" + String(repeating: " o", count: arguments.count) }
}
