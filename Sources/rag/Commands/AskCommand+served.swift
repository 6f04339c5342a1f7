import ArgumentParser
import NotesServer
import Retriever
import VectorStore

extension AskCommand {
  /// The settings under which a running server gives the same answer; `nil` if none does.
  private var serverSettings: CommandLineSettings? {
    guard batch == nil, schema == nil, retrieval == .step, refuseBelow == nil, thinking.level == nil,
      traceOptions.trace == nil, modelOptions.threads == nil
    else { return nil }
    return CommandLineSettings(options, modelOptions, rerankOptions)
  }

  func prepare() throws { RunningServer.prepared.set(serverSettings.flatMap(RunningServer.init)) }

  /// Prints the answer of a running server, which has the model loaded.
  ///
  /// - Returns: Whether there is such a server.
  func writeServedAnswer(to question: String, _ output: AnswerOutput) async throws -> Bool {
    guard let server = RunningServer.prepared.take() else {
      // A model is loaded next.
      try options.requireFile()
      return false
    }
    var output = output
    let index = try await options.openForSearching(byKeywordAlone: true, remote)
    try await refreshOptions.refresh(index) { try? await options.encoderChoice().load(remote) }
    output.isComplete = try await index.unfinishedFolders().isEmpty
    var answering = limits.options(thinking)
    answering.filter = try await filters.filter(for: index)
    WaitingLine.shared.show("asking the running 'rag serve'")
    guard let (answer, model) = try await server.answer(to: question, answering) else { return false }
    try await end(with: try await output.write(answer, model: model), in: index)
    return true
  }

  /// Ends with the exit code that says whether the notes held an answer.
  func end(with ending: AnswerOutput.Ending, in index: SearchIndex) async throws {
    guard ending == .notInNotes else { return }
    try await RefreshOptions.sayWhatIsUnread(in: index)
    throw ExitCode(1)
  }
}
