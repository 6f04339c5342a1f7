import ArgumentParser
import Foundation
import ModelCatalogue
import RAGKit

extension ModelsCommand {
  struct Use: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a model the default.",
      discussion: """
        A language model then answers unless --model names another one, and an encoder encodes unless --encoder does.

          rag models use qwen3:4b
          rag models use --default
        """)
    @Argument(help: "The name of a model on this machine, or a .gguf file.") var name: String?
    @Flag(name: .customLong("default"), help: "Go back to the standard encoder and language model.")
    var isStandard = false
    @Flag(help: "Print JSON instead of text.") var json = false

    mutating func validate() throws {
      guard isStandard == (name == nil) else { throw ValidationError("Name either a model or --default.") }
    }

    func run() async throws {
      let defaults = ModelDefaults()
      guard let name else {
        for kind in CatalogueEntry.Kind.withDefault {
          try defaults.choose(nil, as: kind)
          let entry = try Catalogue.standard().defaultEntry(of: kind)
          let folder = ModelFolder.standard()
          try show(ModelRecord(entry, path: folder.isPresent(entry) ? folder.path(of: entry) : nil, isDefault: true))
        }
        return
      }
      let isFile = FileManager.default.fileExists(atPath: name)
      let choice = isFile ? try CatalogueChoice(name, kind: .model) : try CatalogueChoice(named: name)
      var record = try ModelRecord(choice)
      guard CatalogueEntry.Kind.withDefault.contains(record.kind) else {
        throw CommandError.badInput(
          "\(record.name) is a reranker, and searches have none by default: name it with --rerank")
      }
      let path = choice.path.hasPrefix("/") ? choice.path : FileManager.default.currentDirectoryPath + "/" + choice.path
      try defaults.choose(isFile ? path : record.name, as: record.kind)
      record.isDefault = true
      try show(record)
      if record.kind == .encoder {
        Console.note("An index keeps its encoder until you change it: rag index --encoder \(record.name.shellQuoted)")
      }
    }

    private func show(_ record: ModelRecord) throws {
      if json { return try Console.writeJSON(record) }
      Console.write("\(record.name) is the default \(record.kind == .model ? "language model" : "encoder").")
    }
  }
}
