package import Embedding
import Files
import Foundation
package import LlamaEngine
package import ModelCatalogue

/// The path of a model, and its catalogue entry if it has one.
package struct CatalogueChoice: Sendable {
  package private(set) var path: String
  package private(set) var entry: CatalogueEntry?
  /// The model, if another program keeps it or the user added it.
  package private(set) var found: FoundModel?

  /// Takes an existing path as is, anything else as a name, and `nil` as the default: the user's, else the catalogue's.
  package init(_ name: String?, kind: CatalogueEntry.Kind) throws {
    if let name {
      if FileManager.default.fileExists(atPath: name) {
        self.init(path: name)
      } else {
        try self.init(named: name, kind: kind)
      }
    } else if let chosen = try ModelDefaults().name(of: kind) {
      try self.init(chosen: chosen, kind: kind)
    } else {
      try self.init(Catalogue.standard().defaultEntry(of: kind))
    }
  }

  /// Finds the encoder of an index's vectors by its name; the default if no model has that name, or for `nil`.
  package init(encoderOf space: EmbeddingSpace?) throws {
    let standard = Result { try CatalogueChoice(nil, kind: .encoder) }
    guard let space, (try? standard.get().spaceName) != space.name else {
      self = try standard.get()
      return
    }
    do {
      try self.init(named: space.name, kind: .encoder)
    } catch is CatalogueError {
      self = try standard.get()
    }
  }

  /// The name that an encoder gives its space.
  private var spaceName: String {
    let file = (path as NSString).lastPathComponent
    return name ?? (isGGUF ? (file as NSString).deletingPathExtension : file)
  }

  /// Finds the model with a name: one in the catalogue, else one elsewhere on this machine.
  ///
  /// A part of a name will do if it is in one name only; installed models come first. What begins with `hf:` is the
  /// name of a model that was fetched from a hub.
  ///
  /// - Parameter kind: Of which kind a model must be that is named in part; `nil` for any.
  /// - Throws: `MissingModel`; `CatalogueError.unknownModel` or `ambiguousName`, with the names there are of
  ///   this kind.
  package init(named name: String, kind: CatalogueEntry.Kind? = nil) throws {
    if let path = HubName.path(name) {
      guard let model = try LocalModels().model(named: SplitFile(path).name, kind: kind) else {
        throw MissingModel(name: name)
      }
      self.init(path: model.path, found: model)
      return
    }
    let catalogue = try Catalogue.standard()
    let similar = catalogue.entry(containing: name)
    if let entry = catalogue.entry(called: name) ?? catalogue.entry(containing: name, in: .standard()) {
      try self.init(entry)
      return
    }
    let models = LocalModels()
    do {
      if let model = try models.model(named: name, kind: kind) {
        self.init(path: model.path, found: model)
        return
      }
    } catch let error as CatalogueError {
      if similar == nil { throw error }
    }
    guard let similar else {
      let found = models.all().filter { kind == nil || $0.kind == kind }.map(\.found.name)
      let entries = catalogue.entries.filter { kind == nil || $0.kind == kind }.map(\.name)
      throw CatalogueError.unknownModel(name, known: found + entries)
    }
    try self.init(similar)
  }

  private init(_ entry: CatalogueEntry) throws {
    let folder = ModelFolder.standard()
    do {
      try folder.glance(at: entry)
    } catch let error as CatalogueError {
      let damage = folder.isBegun(entry) ? "\(entry.name) is damaged (\(error.localizedDescription))" : nil
      throw MissingModel(name: entry.name, damage: damage)
    }
    self.init(path: folder.path(of: entry), entry: entry)
  }

  private init(path: String, entry: CatalogueEntry? = nil, found: FoundModel? = nil) {
    (self.path, self.entry, self.found) = (path, entry, found)
  }

  /// - Parameter chosen: What the settings name. A relative path would depend on the working directory.
  private init(chosen: String, kind: CatalogueEntry.Kind) throws {
    if chosen.hasPrefix("/"), FileManager.default.fileExists(atPath: chosen) {
      self.init(path: chosen)
      return
    }
    do {
      try self.init(named: chosen, kind: kind)
    } catch is CatalogueError {
      throw MissingModel(name: chosen, isFetchable: false)
    }
  }

  /// Whether the file is in llama.cpp's format.
  package var isGGUF: Bool {
    if let found { return !found.isFolder }
    if path.lowercased().hasSuffix(".gguf") { return true }
    // Ollama's files have no extension.
    guard entry == nil, let status = FileStatus(of: path), status.isRegularFile,
      let file = FileHandle(forReadingAtPath: path)
    else { return false }
    return (try? file.read(upToCount: 4)) == Data("GGUF".utf8)
  }

  package func encoder(precision: Precision?) async throws -> any TextEncoder {
    guard isGGUF else {
      return try BERTEncoder(
        contentsOf: path, precision: precision ?? .float32, prompts: prompts(), instructions: .best, name: name)
    }
    guard precision != .int8 else { throw StandardModelError.fixedPrecision(path: path) }
    var encoder = try await LlamaTextEncoder(contentsOf: path, prompts: prompts())
    if let name { encoder.space.name = name }
    return encoder
  }

  /// Returns the prompts in the encoder's folder, else those that are known by one of its names.
  private func prompts() throws -> RolePrompts {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    if let prompts = RolePrompts(inFolder: (isGGUF ? url.deletingLastPathComponent() : url).path) { return prompts }
    let catalogue = try Catalogue.standard()
    let names = catalogue.prompts(ofEncoderNamed: name ?? "", url.lastPathComponent)
    return try names ?? (isGGUF ? catalogue.prompts(ofEncoderNamed: GGUFSummary(contentsOf: path).name ?? "") : nil)
      ?? RolePrompts()
  }

  /// - Parameter precision: That of a folder; a GGUF file has its own.
  package func reranker(precision: Precision?) async throws -> any Reranker {
    guard isGGUF else {
      return try BERTReranker(contentsOf: path, precision: precision ?? .float32, instructions: .best, name: name)
    }
    var reranker = try await LlamaReranker(contentsOf: path)
    if let name { reranker.name = name }
    return reranker
  }

  package func languageModel(contextSize: Int, threads: Int?) async throws -> LlamaLanguageModel {
    var model = try await LlamaLanguageModel(
      contentsOf: path, contextSize: contextSize, threads: threads, tuningFolder: UserFolders.tuning)
    model.frontsFolder = UserFolders.fronts
    (model.refusalThresholds, model.measuredConfidence) = (entry?.refusal, entry?.confidence)
    if let name { model.name = name }
    return model
  }

  /// The model's name if that of its file or folder says nothing: Ollama's are digests, and so are folders in Hugging
  /// Face's cache.
  private var name: String? {
    guard let found, found.origin == .ollama || found.origin == .huggingFace && found.isFolder else { return nil }
    return found.name
  }
}
