import ArgumentParser
import Indexer

struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Says which citations of saved answers still stand in the notes.",
    discussion: """
      Reads what 'rag ask --json' printed. No model and no index are needed. Exits with 1 if any cited lines have \
      changed, are gone or cannot be read.

        rag ask --json "Which buffer does the assay need?" >> answers.jsonl
        rag verify answers.jsonl
      """)

  @Argument(help: "A file of answers, one on each line; - for standard input.", completion: .file())
  var file: String

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func run() async throws {
    var check = CitationCheck()
    var stand = true
    for answer in try SavedAnswer.answers(in: file) {
      let record = await VerifyRecord(answer, &check)
      stand = stand && record.stands
      if json {
        try Console.writeJSON(record)
      } else {
        Console.write(Console.bold(record.question))
        if record.citations.isEmpty { Console.write("cites nothing") }
        for citation in record.citations { Console.write(citation.line) }
      }
    }
    if !stand { throw ExitCode(1) }
  }
}
