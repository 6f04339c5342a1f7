import JSONSchema
import LanguageModels
import NotesMCP
import Synchronization

/// Answers a chat: from the notes, or as the bare model does.
struct ChatRun: Sendable {
  /// What a chat ends with.
  struct Result: Sendable {
    var text: String
    /// The part of the text that has the marks of citations: without the list of sources.
    var marked = ""
    var citations: [ChatCitation] = []
    var calls: [Transcript.ToolCall] = []
    var isCut = false
    /// Why there is no answer in the form that the client asked for.
    var refusal: String?
    /// What an answer in JSON is worth: `answered`, `unsure` or `notInNotes`.
    var outcome: String?
    var promptTokens = 0
    var replyTokens = 0
  }

  let request: ChatRequest
  let services: ServerServices
  /// The server's own address.
  let base: String

  /// - Throws: `ServerError` if there is no such model, or an answer from the notes cannot have what the client asks
  ///   for. Tools that a client always offers are left out.
  init(_ chat: ChatRequest, of request: HTTPRequest, _ services: ServerServices) throws(ServerError) {
    try services.check(model: chat.model)
    (self.request, self.services, base) = (chat, services, request.base)
    guard readsNotes else { return }
    let other = "ask the model \(services.modelName ?? "itself")"
    if chat.schema != nil, !said.isEmpty {
      throw .invalid(
        "an answer from the notes in JSON is to a single question: leave out the earlier turns, or \(other)")
    }
    if chat.messages.last?.role != "user" { throw .invalid("the last message must be the user's, or \(other)") }
  }

  /// Whether the answer is searched for in the notes.
  var readsNotes: Bool {
    if let retrieval = request.retrieval { return retrieval }
    return request.model != services.modelName && !ChatTask.isTask(request.messages.last?.text ?? "")
  }

  /// Answers; `show` gets the text as it grows.
  func result(show: @escaping @Sendable (String) -> Void) async throws -> Result {
    if readsNotes { return try await fromNotes(show) }
    // A title that a chat program asks for is about what the notes said.
    guard request.model == ServerServices.notesModel, request.retrieval == nil, request.schema == nil else {
      return try await fromModel(show)
    }
    let shown = ShownText(stops: [], show: show)
    var result = try await fromModel { shown.add($0) }
    shown.finish()
    result.text = shown.text
    return result
  }

  /// The earlier questions and their answers. What the client's program tells the model (system messages) is left out:
  /// answers from the notes have instructions of their own.
  var said: [NotesQuestion.Turn] {
    var turns: [NotesQuestion.Turn] = []
    var question: String?
    for message in request.messages.dropLast() {
      if message.role == "user" { question = message.text }
      if message.role == "assistant", let asked = question {
        turns.append(.init(question: asked, answer: ChatCitation.stripped(message.text)))
        question = nil
      }
    }
    return turns
  }

  private func fromModel(_ show: @escaping @Sendable (String) -> Void) async throws -> Result {
    let model = try await services.notes.model()
    let calls = Mutex<[Transcript.ToolCall]>([])
    let tools = request.tools.map { definition in
      CallersTool(definition: definition) { call in calls.withLock { $0.append(call) } }
    }
    let (transcript, prompt) = conversation
    let session = LanguageModelSession(model: model, tools: tools, transcript: transcript)
    var options = request.options
    if !tools.isEmpty { options.toolCallingMode = request.toolChoice }
    var text = StoppedText(stops: request.stops)
    do {
      if let schema = request.schema {
        let response = try await session.respond(to: prompt, schema: schema, options: options)
        let json = response.rawContent.jsonString
        show(json)
        return Result(
          text: json, promptTokens: session.usage.input.totalTokenCount,
          replyTokens: session.usage.output.totalTokenCount)
      }
      let stream = session.streamResponse(to: prompt, options: options)
      for try await snapshot in stream {
        let new = text.take(snapshot.content)
        if !new.isEmpty { show(new) }
        if text.isStopped { break }
      }
      guard !text.isStopped else { return try await stopped(text, session, model, after: prompt) }
      let isCut = try await stream.collect().isTruncated
      let rest = text.rest()
      if !rest.isEmpty { show(rest) }
      return result(text.shown, isCut: isCut, session)
    } catch is LanguageModelSession.ToolCallError where !calls.withLock({ $0.isEmpty }) {
      var result = result("", isCut: false, session)
      result.calls = calls.withLock { $0 }
      return result
    }
  }

  /// A session counts the tokens of whole replies only: those of one that a stop ends are counted here.
  private func stopped(
    _ text: StoppedText, _ session: LanguageModelSession, _ model: any LanguageModel, after prompt: String
  ) async throws -> Result {
    let ledger = try await session.contextBreakdown(prompt: Prompt(prompt), options: request.options)
    return Result(
      text: text.shown, promptTokens: ledger.promptTokenCount,
      replyTokens: try await model.tokenCount(of: text.whole))
  }

  private func result(_ text: String, isCut: Bool, _ session: LanguageModelSession) -> Result {
    Result(
      text: text, isCut: isCut, promptTokens: session.usage.input.totalTokenCount,
      replyTokens: session.usage.output.totalTokenCount)
  }

  /// The turns before the last prompt, and that prompt.
  private var conversation: (transcript: Transcript, prompt: String) {
    var entries: [Transcript.Entry] = []
    let system = request.messages.filter { ["system", "developer"].contains($0.role) }.map(\.text)
    if !system.isEmpty || !request.tools.isEmpty {
      let segments = system.isEmpty ? [] : [Transcript.Segment.text(.init(content: system.joined(separator: "\n")))]
      entries.append(.instructions(.init(segments: segments)))
    }
    var turns = request.messages.filter { !["system", "developer"].contains($0.role) }
    // After a tool's output the model goes on by itself.
    let prompt = turns.last?.role == "user" ? turns.removeLast().text : "Go on: answer with what the tools said."
    let names = Dictionary(turns.flatMap(\.calls).map { ($0.id, $0.toolName) }) { first, _ in first }
    for message in turns {
      let segments = [Transcript.Segment.text(.init(content: message.text))]
      switch message.role {
      case "user": entries.append(.prompt(.init(segments: segments)))
      case "tool":
        let name = message.callID.flatMap { names[$0] } ?? "tool"
        entries.append(.toolOutput(.init(id: message.callID ?? "", toolName: name, segments: segments)))
      default:
        if !message.text.isEmpty { entries.append(.response(.init(segments: segments))) }
        if !message.calls.isEmpty { entries.append(.toolCalls(.init(message.calls))) }
      }
    }
    return (Transcript(entries: entries), prompt)
  }
}

/// A tool that the client runs itself: a call ends the request.
private struct CallersTool: Tool {
  struct Handover: Error {}

  let definition: Transcript.ToolDefinition
  let onCall: @Sendable (Transcript.ToolCall) -> Void
  var name: String { definition.name }
  var description: String { definition.description }
  var parameters: GenerationSchema { definition.parameters }

  func call(arguments: GeneratedContent) async throws -> String {
    onCall(.init(toolName: name, arguments: arguments))
    throw Handover()
  }
}
