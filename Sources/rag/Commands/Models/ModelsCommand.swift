import ArgumentParser
import Foundation
import ModelCatalogue
import RAGKit

struct ModelsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "models",
    abstract: "Lists, fetches, adds and checks encoders and language models.",
    discussion: """
      Models that Ollama, LM Studio, Hugging Face or llama.cpp have on this machine can be used by name, where they \
      are. Only 'rag models pull' uses the network.

        rag models list
        rag models pull all-MiniLM-L6-v2
        rag models pull hf:owner/repository
        rag models use qwen3:4b
        rag models add ~/Downloads/model.gguf --name mine
      """,
    subcommands: [List.self, Use.self, Pull.self, Add.self, Remove.self, Path.self, Verify.self])

  struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Verifies the checksums of the installed models.")
    @Argument(help: "The models to verify. Default: all that are installed.") var names: [String] = []
    @Flag(help: "Print JSON instead of text.") var json = false

    func run() async throws {
      let folder = ModelFolder.standard()
      let catalogue = try Catalogue.standard()
      let named = try names.map { try catalogue.entry(named: $0) }
      var isSound = true
      let entries = named.isEmpty ? catalogue.entries.filter(folder.isBegun) : named
      if entries.isEmpty { Console.note("no models in \(folder.path): 'rag models list' shows what can be fetched") }
      for entry in entries {
        var problem: String?
        do {
          try folder.verify(entry)
        } catch let error as CatalogueError {
          problem = "\(error.localizedDescription): run 'rag models pull \(entry.name)'"
        }
        if problem != nil { isSound = false }
        if json {
          try Console.writeJSON(try ModelRecord(entry, path: folder.path(of: entry), problem: problem))
        } else {
          Console.write("\(entry.name): \(problem ?? "ok")")
        }
      }
      if !isSound { throw ExitCode(2) }
    }
  }
}
