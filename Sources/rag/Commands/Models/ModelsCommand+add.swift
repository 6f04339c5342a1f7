import ArgumentParser
import Foundation
import ModelCatalogue
import RAGKit

extension ModelsCommand {
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a model known under a name; it stays where it is.",
      discussion: """
        A model is a .gguf file, or the folder of an encoder or a reranker. It is not copied: the folder of models \
        gets a symbolic link to it. 'rag models remove' removes the link.

          rag models add ~/Downloads/gemma-3-1b-it-Q4_K_M.gguf --name gemma
        """)
    @Argument(help: "The file or folder; of a model that is split into several files, the first.") var file: String
    @Option(help: "The model's name. Default: that of the file or folder.") var name: String?
    @Flag(help: "Print JSON instead of text.") var json = false

    func run() async throws {
      // The header says whether it is a model before anything is written.
      _ = try LocalModel(FoundModel(at: file))
      let model = try LocalModel(AddedModels(in: .standard()).add(file, as: name))
      let record = try ModelRecord(model)
      if json { return try Console.writeJSON(record) }
      Console.write(record.use)
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Removes a model that was fetched or added.",
      discussion: """
        The files of a fetched model are deleted. A file that was added stays where it is; only its name is forgotten.
        """)
    @Argument(help: "The model's name.") var name: String
    @Flag(help: "Print JSON instead of text.") var json = false

    func run() async throws {
      let removed = try await removed()
      let defaults = ModelDefaults()
      for kind in CatalogueEntry.Kind.withDefault where try defaults.name(of: kind) == removed.name {
        try defaults.choose(nil, as: kind)
        Console.note("It was the default. Now \(try Catalogue.standard().defaultEntry(of: kind).name) is.")
      }
      if json { try Console.writeJSON(removed) } else { Console.write("\(removed.name) is removed") }
    }

    /// Removes the model, and returns it as it is now.
    private func removed() async throws -> ModelRecord {
      let folder = ModelFolder.standard()
      let catalogue = try Catalogue.standard()
      // Damaged models, too, can be removed, but only by their own name.
      if let entry = catalogue.entry(called: name) {
        guard folder.isBegun(entry) else { throw MissingModel(name: entry.name) }
        try await folder.remove(entry) { Self.noteWaiting() }
        return try ModelRecord(entry, path: nil)
      }
      let name = HubName.path(name).map { SplitFile($0).name } ?? name
      let pulled = PulledModels(in: folder)
      if let model = pulled.models().first(where: { $0.isNamed(name) }) {
        var record = try ModelRecord(model)
        try await pulled.remove(model) { Self.noteWaiting() }
        record.path = nil
        return record
      }
      let added = AddedModels(in: folder)
      if let model = added.models().first(where: { $0.isNamed(name) }) {
        var record = try ModelRecord(model)
        try added.remove(model)
        record.path = nil
        return record
      }
      if let model = ModelStores().models().first(where: { $0.isNamed(name) }) {
        throw CatalogueError.keptElsewhere(name: model.name, by: model.origin.rawValue)
      }
      throw CatalogueError.unknownModel(
        name,
        known: catalogue.entries.filter(folder.isBegun).map(\.name) + (added.models() + pulled.models()).map(\.name))
    }

    private static func noteWaiting() { Console.note("A download is running; waiting for it to finish.") }
  }
}
