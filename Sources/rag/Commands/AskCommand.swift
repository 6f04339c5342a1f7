import ArgumentParser
import LanguageModels
import RAGKit
import Retriever
import VectorStore

struct AskCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Answers a question from the notes, and shows the lines that the answer is based on.",
    discussion: """
      Exits with 1 if the notes do not contain the answer.

        rag ask "Where is the main stopcock for the water?"
        rag ask --json "Which buffer does the assay need?"
        rag ask --schema price.json "What does a litre of yeast cost?"
      """)

  @Argument(help: "The question.")
  var question: [String]

  @OptionGroup var options: IndexOptions
  @OptionGroup var modelOptions: ModelOptions
  @OptionGroup var remote: RemoteOptions
  @OptionGroup var rerankOptions: RerankOptions
  @OptionGroup var filters: FilterOptions
  @OptionGroup var limits: AnswerLimits
  @OptionGroup var thinking: ThinkingOptions
  @OptionGroup var linkOptions: LinkOptions

  @Option(
    parsing: .unconditional,
    help: """
      Refuse to answer if the model is less sure than this that the passages contain the answer: the logit of yes \
      minus that of no. Default: what was measured for the model, if it is in the catalogue.
      """)
  var refuseBelow: Double?

  @Flag(help: "Show how each passage's score is calculated, and the scores that decide whether to refuse.")
  var explain = false

  @Flag(help: "Show where the window's tokens go, and which passages were left out and why.")
  var ledger = false

  @OptionGroup var traceOptions: TraceOptions

  @Option(
    help: "Answer in JSON that satisfies the JSON Schema in this file; the sources are included.",
    completion: .file(extensions: ["json"]))
  var schema: String?

  @Flag var retrieval = RetrievalMode.step

  mutating func validate() throws {
    if question.joined().allSatisfy(\.isWhitespace) {
      throw ValidationError("The question is empty: ask something, as in rag ask \"Who holds the spare key?\".")
    }
    if schema != nil, retrieval != .step {
      throw ValidationError(
        "--schema requires a search before the model is asked: leave out --tool and --no-retrieval.")
    }
  }

  func run() async throws {
    let question = question.joined(separator: " ")
    let schema = try schema.map(SchemaFile.read)
    var output = AnswerOutput(
      json: options.json, explain: explain, ledger: ledger, links: linkOptions.links, sourceLimit: limits.sources)
    output.thoughts = thinking.thoughts(json: options.json || schema != nil)
    let onEvent = try traceOptions.listener(output.thoughts)
    async let loading = modelOptions.load(
      readyFor: retrieval == .step ? .answerFront : nil, remote, onEvent: onEvent)
    let index = try await options.openForSearching(remote)
    output.isComplete = try await index.unfinishedFolders().isEmpty
    let model: any LanguageModel
    var answerOptions = limits.options(thinking)
    answerOptions.filter = try await filters.filter(for: index)
    answerOptions.reranker = try await rerankOptions.load(precision: index.encoder?.space.precision, remote)
    do {
      model = try await loading
      if let refuseBelow {
        let unsureBelow = max(refuseBelow, model.refusalThresholds?.unsureBelow ?? refuseBelow)
        answerOptions.refusalThresholds = RefusalThresholds(refuseBelow: refuseBelow, unsureBelow: unsureBelow)
      }
    } catch let missing as MissingModel {
      try output.write(
        passages: try await index.passages(
          matching: question, limit: limits.passages, where: answerOptions.filter, reranker: answerOptions.reranker),
        question: question)
      throw missing
    }
    if let schema {
      let found = try await index.answer(
        to: question, following: schema, using: model, options: answerOptions, onEvent: onEvent)
      if try output.write(found, model: model.name) == .notInNotes { throw ExitCode(1) }
      return
    }
    let answer: Answer
    switch retrieval {
    case .step:
      answer = try await index.answer(to: question, using: model, options: answerOptions, onEvent: onEvent)
    case .tool, .noRetrieval:
      let tool =
        retrieval == .tool
        ? RetrievalTool(
          index, maximumResultCount: limits.passages, maximumOutputTokens: limits.passageTokens,
          where: answerOptions.filter, reranker: answerOptions.reranker, countingWith: model)
        : nil
      let session = tool?.session(using: model) ?? LanguageModelSession(model: model)
      session.onEvent = onEvent
      session.prewarm()
      answer = try await index.answer(to: question, in: session, searchingWith: tool, options: answerOptions)
    }
    if try await output.write(answer, model: model.name) == .notInNotes { throw ExitCode(1) }
  }
}
