import Retriever
import VectorStore

extension AskCommand {
  /// Prints the answer of a running server, which has the model loaded.
  ///
  /// - Returns: `nil` if there is no such server.
  func writeServedAnswer(to question: String, _ output: AnswerOutput) async throws -> AnswerOutput.Ending? {
    guard let server = RunningServer.prepared.take() else { return nil }
    var output = output
    let index = try await options.openForSearching(byKeywordAlone: true, remote)
    output.isComplete = try await index.unfinishedFolders().isEmpty
    var answering = limits.options(thinking)
    answering.maximumRisk = riskOptions.maximum
    answering.filter = try await filters.filter(for: index)
    WaitingLine.shared.show("asking the running 'rag serve'")
    guard let (answer, model) = try await server.answer(to: question, answering) else { return nil }
    return try await output.write(answer, model: model)
  }
}
