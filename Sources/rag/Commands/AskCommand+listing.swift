import Retriever
import VectorStore

extension AskCommand {
  /// Prints the lines that the question asks for, if it asks for all of something and there are any, or that nothing is
  /// known of the days that it asks for. No model is loaded for that.
  ///
  /// - Returns: Whether they were printed.
  func writeListing(for question: String, to output: AnswerOutput) async throws -> Bool {
    guard batch == nil, schema == nil, retrieval == .step,
      Listing.isAsked(for: question, breadth: breadthOptions.breadth)
    else { return false }
    let index = try await options.openForSearching(remote)
    try await refreshOptions.refresh(index)
    var answering = limits.options(thinking)
    answering.breadth = breadthOptions.breadth
    answering.filter = try await filters.filter(for: index)
    guard let answer = try await index.answerFromAll(to: question, options: answering) else { return false }
    try await end(with: try await output.write(answer, model: nil), in: index)
    return true
  }
}
