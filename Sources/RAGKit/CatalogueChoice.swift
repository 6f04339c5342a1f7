package import Embedding
import Files
import Foundation
package import LlamaEngine
package import ModelCatalogue

/// The path of a model, and its catalogue entry if it has one.
package struct CatalogueChoice: Sendable {
  package private(set) var path: String
  package private(set) var entry: CatalogueEntry?

  /// Takes an existing path as is, anything else as a catalogue name, and `nil` as the catalogue's default.
  package init(_ name: String?, kind: CatalogueEntry.Kind) throws {
    if let name, FileManager.default.fileExists(atPath: name) {
      path = name
      return
    }
    let catalogue = try Catalogue.standard()
    let entry = try name.map { try catalogue.entry(named: $0) } ?? catalogue.defaultEntry(of: kind)
    let folder = ModelFolder.standard()
    do {
      try folder.glance(at: entry)
    } catch let error as CatalogueError {
      let damage = folder.isBegun(entry) ? "\(entry.name) is damaged (\(error.localizedDescription))" : nil
      throw MissingModel(name: entry.name, damage: damage)
    }
    path = folder.path(of: entry)
    self.entry = entry
  }

  /// Whether the file is in llama.cpp's format.
  package var isGGUF: Bool { path.hasSuffix(".gguf") }

  package func encoder(precision: Precision?) async throws -> any TextEncoder {
    guard isGGUF else { return try BERTEncoder(contentsOf: path, precision: precision ?? .float32) }
    guard precision != .int8 else { throw StandardModelError.fixedPrecision(path: path) }
    // GGUF files do not contain their prompts, but the file that does may lie beside them.
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    return try await LlamaTextEncoder(contentsOf: path, prompts: RolePrompts(inFolder: folder) ?? RolePrompts())
  }

  package func languageModel(contextSize: Int, threads: Int?) async throws -> LlamaLanguageModel {
    var model = try await LlamaLanguageModel(
      contentsOf: path, contextSize: contextSize, threads: threads, tuningFolder: UserFolders.tuning)
    model.frontsFolder = UserFolders.fronts
    model.refusalThresholds = entry?.refusal
    return model
  }
}
