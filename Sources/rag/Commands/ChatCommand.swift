import ArgumentParser
import Embedding
import Foundation
import LanguageModels
import LlamaEngine
import NotesRecords
import Retriever
import VectorStore

struct ChatCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chat",
    abstract: "Chats about the notes: answers cite their sources, and questions may refer to earlier ones.",
    discussion: """
      After each turn, uncited passages are removed from the window; when it fills up, older turns are replaced by a \
      summary. Ctrl-C stops an answer, Ctrl-D ends the conversation. /help lists the commands.

        rag chat
        rag chat --session garden
      """)

  @Option(help: "Continue or start the conversation with this name; it is saved after each answer.")
  var session: String?

  @OptionGroup var traceOptions: TraceOptions
  @OptionGroup var rerankOptions: RerankOptions
  @OptionGroup var filters: FilterOptions
  @OptionGroup var refreshOptions: RefreshOptions
  @OptionGroup var limits: AnswerLimits
  @OptionGroup var sourceLimit: SourceLimit
  @OptionGroup var thinking: ThinkingOptions
  @OptionGroup var linkOptions: LinkOptions
  @OptionGroup var options: IndexOptions
  @OptionGroup var form: OutputForm
  @OptionGroup var modelOptions: ModelOptions
  @OptionGroup var remote: RemoteOptions

  func run() async throws {
    let data = Surroundings.current.dataFolder + "/rag"
    let store = ConversationStore(at: data + "/conversations")
    let kept = try session.map { try store.open($0) }
    async let loading = modelOptions.load(remote)
    let index = try await options.openForSearching(remote)
    let model = try await loading
    var answerOptions = limits.options(thinking)
    answerOptions.filter = try await filters.filter(for: index)
    answerOptions.reranker = try await rerankOptions.load(precision: index.encoder?.space.precision, remote)
    let conversation = NotesConversation(
      about: index, using: model, transcript: try kept?.transcript(), options: answerOptions)
    let thoughts = thinking.thoughts(json: form.json)
    conversation.session.onEvent = try traceOptions.listener(thoughts)
    WaitingLine.shared.pause()
    conversation.session.prewarm()
    let input = ChatInput(historyPath: data + "/chat-history")
    var output = AnswerOutput(
      json: form.json, thoughts: thoughts, isComplete: try await index.unfinishedFolders().isEmpty,
      links: linkOptions.links, sourceLimit: sourceLimit.sources)
    if Console.outputIsTerminal, !form.json { Console.note("Ask about your notes. /help lists the commands.") }
    while let line = try await input.next() {
      switch line.trimmingCharacters(in: .whitespaces) {
      case "": continue
      case "/quit", "/exit": return
      case "/help": Console.note(text: Self.help)
      case "/new":
        try conversation.startOver()
        try kept?.delete()
        Console.note("new conversation" + (kept.map { "; the saved conversation \($0.name) was deleted" } ?? ""))
      case "/sources":
        guard form.json || !conversation.query.isEmpty else {
          Console.note("No passages: nothing was searched for.")
          continue
        }
        if !form.json { Console.write(Console.dim("searched for: \(conversation.query)")) }
        try output.write(search: conversation.passages, query: conversation.query)
      case "/ledger":
        let breakdown = try await conversation.session.contextBreakdown()
        if form.json { try Console.writeJSON(LedgerRecord(breakdown)) }
        if !form.json { for line in Ledger.lines(of: breakdown) { Console.write(line) } }
      case let command where command.hasPrefix("/"):
        Console.note("Unknown command \(command). /help lists the commands.")
      case let question:
        try await refreshOptions.refresh(index)
        output.language = Language.evident(in: question) ?? output.language
        await Self.answer(question, in: conversation, output: output, model: model.name)
        try kept?.save(conversation.session.transcript)
        WaitingLine.shared.pause()
        conversation.session.prewarm()
      }
    }
  }

  private static let help = """
    /sources  show the passages of the last answer
    /ledger   show where the window's tokens go
    /new      start over; deletes the saved conversation
    /quit     quit, like Ctrl-D
    """
}
