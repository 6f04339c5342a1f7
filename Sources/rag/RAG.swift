import ArgumentParser

@main
struct RAG: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "rag", abstract: "Answers questions from your own notes.")
}
