import ArgumentParser
import LanguageModels
import Retriever

struct AskCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask",
    abstract: "Answers a question from the notes, with the lines that the answer rests on.",
    discussion: """
      Exits with 1 where the notes do not hold the answer.

        rag ask "Where is the main stopcock for the water?"
        rag ask --json "Which buffer does the assay need?"
      """)

  @Argument(help: "The question.")
  var question: [String]

  @OptionGroup var options: IndexOptions
  @OptionGroup var modelOptions: ModelOptions

  @Option(help: "The most tokens of passages that the model is given.")
  var passageTokens = AnswerOptions().passageTokens

  @Option(help: "The most passages that the model is given.")
  var passages = AnswerOptions().passageLimit

  @Option(help: "The most tokens of the answer.")
  var replyTokens = AnswerOptions().replyTokens

  @Option(help: "Refuse where the model's lean to yes is below this; the catalogue's value for the model unless given.")
  var refuseBelow: Double?

  @Flag(help: "Show the parts of every passage's score, and the scores that decided on a refusal.")
  var explain = false

  mutating func validate() throws {
    guard passageTokens > 0, passages > 0, replyTokens > 0 else {
      throw ValidationError("--passage-tokens, --passages and --reply-tokens must be at least 1.")
    }
    if question.joined().allSatisfy(\.isWhitespace) { throw ValidationError("The question is empty.") }
  }

  func run() async throws {
    let question = question.joined(separator: " ")
    let index = try await options.openForReading()
    let output = AnswerOutput(json: options.json, explain: explain)
    let model: any LanguageModel
    var answerOptions = AnswerOptions(
      passageTokens: passageTokens, passageLimit: passages, replyTokens: replyTokens)
    do {
      let loaded = try await modelOptions.load()
      model = loaded.model
      answerOptions.refusalCuts = loaded.cuts
      if let refuseBelow {
        let unsureBelow = max(refuseBelow, loaded.cuts?.unsureBelow ?? refuseBelow)
        answerOptions.refusalCuts = RefusalCuts(refuseBelow: refuseBelow, unsureBelow: unsureBelow)
      }
    } catch let missing as MissingModel {
      try output.write(passages: try await index.passages(matching: question, limit: passages), question: question)
      throw missing
    }
    let answer = try await index.answer(to: question, using: model, options: answerOptions)
    if try await output.write(answer, model: model.name) == .notInNotes { throw ExitCode(1) }
  }
}
