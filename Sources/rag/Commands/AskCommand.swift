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
        rag ask "Which notes mention the insurance?"
        rag ask --schema price.json "What does a litre of yeast cost?"
        rag ask --batch questions.txt > answers.jsonl
      """)

  @Argument(help: "The question.")
  var question: [String] = []
  @Option(
    help: "Answer each line of this file (- for standard input) with a line of what --json prints.",
    completion: .file())
  var batch: String?
  @OptionGroup var options: IndexOptions
  @OptionGroup var form: OutputForm
  @OptionGroup var modelOptions: ModelOptions
  @OptionGroup var remote: RemoteOptions
  @OptionGroup var rerankOptions: RerankOptions
  @OptionGroup var filters: FilterOptions
  @OptionGroup var refreshOptions: RefreshOptions
  @OptionGroup var breadthOptions: BreadthOptions
  @OptionGroup var limits: AnswerLimits
  @OptionGroup var sourceLimit: SourceLimit
  @OptionGroup var thinking: ThinkingOptions
  @OptionGroup var linkOptions: LinkOptions
  @OptionGroup var traceOptions: TraceOptions

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

  @Option(
    help: "Answer in JSON that satisfies the JSON Schema in this file; the sources are included.",
    completion: .file(extensions: ["json"]))
  var schema: String?

  @Flag var retrieval = RetrievalMode.step

  mutating func validate() throws {
    if let batch, !question.isEmpty {
      throw ValidationError("--batch takes the questions from \(batch): leave out the one in the command.")
    }
    if batch == nil, question.joined().allSatisfy(\.isWhitespace) {
      throw ValidationError("The question is empty: ask something, as in rag ask \"Who holds the spare key?\".")
    }
    if breadthOptions.breadth == .all, schema != nil || retrieval != .step {
      throw ValidationError("--all lists lines of the notes: leave out --schema, --tool and --no-retrieval.")
    }
    if schema != nil, retrieval != .step {
      throw ValidationError(
        "--schema requires a search before the model is asked: leave out --tool and --no-retrieval.")
    }
  }

  func run() async throws {
    let file = try batch.map(QuestionFile.init(at:))
    let question = question.joined(separator: " ")
    let schema = try schema.map(SchemaFile.read)
    var output = AnswerOutput(
      json: form.json || file != nil, explain: explain, ledger: ledger, links: linkOptions.links,
      sourceLimit: sourceLimit.sources)
    output.thoughts = thinking.thoughts(json: output.json || schema != nil)
    if try await writeListing(for: question, to: output) { return }
    if try await writeServedAnswer(to: question, output) { return }
    let onEvent = try traceOptions.listener(output.thoughts)
    async let loading = modelOptions.load(
      readyFor: retrieval == .step ? .answerFront : nil, remote, onEvent: onEvent)
    let index = try await options.openForSearching(remote)
    if retrieval != .noRetrieval { try await refreshOptions.refresh(index) }
    output.isComplete = try await index.unfinishedFolders().isEmpty
    var answering = Answering(
      index: index, schema: schema, retrieval: retrieval, options: limits.options(thinking), onEvent: onEvent)
    answering.options.breadth = breadthOptions.breadth
    answering.options.filter = try await filters.filter(for: index)
    answering.options.reranker = try await rerankOptions.load(precision: index.encoder?.space.precision, remote)
    let model: any LanguageModel
    do {
      model = try await loading
      answering.options.refusalThresholds = refuseBelow.map { refuseBelow in
        RefusalThresholds(
          refuseBelow: refuseBelow, unsureBelow: max(refuseBelow, model.refusalThresholds?.unsureBelow ?? refuseBelow))
      }
    } catch let missing as MissingModel where file == nil {
      try output.write(
        passages: try await index.passages(
          matching: question, limit: limits.passages, where: answering.options.filter,
          reranker: answering.options.reranker), question: question)
      throw missing
    }
    if let file { return try await answering.write(answersTo: file, using: model, to: output) }
    try await end(with: try await answering.write(answerTo: question, using: model, to: output), in: index)
  }
}
