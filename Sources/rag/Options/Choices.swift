import Embedding
import Foundation
import LlamaEngine
import ModelCatalogue
import Retriever

/// A model that is named but not on this machine, or not as it should be.
struct MissingModel: LocalizedError {
  var name: String
  var command: String
  /// What is wrong with it, if it is there.
  var damage: String?
  var errorDescription: String? { "\(damage ?? "\(name) is not on this machine"): run '\(command)'" }
}

/// The encoder that a user means: a name of the catalogue, a folder, or a GGUF file.
struct EncoderChoice {
  var name: String?
  var precision: Precision?

  /// - Parameter precision: What it computes in; floats unless given.
  init(_ name: String?, precision: Precision? = nil) {
    self.name = name
    self.precision = precision
  }

  func load() async throws -> any TextEncoder {
    let path = try CatalogueChoice(name, kind: .encoder).path
    guard path.hasSuffix(".gguf") else {
      try AddressSpace.check(AddressSpace.encoder(weights: sizeOfFile(at: path + "/model.safetensors")))
      return try BERTEncoder(contentsOf: path, precision: precision ?? .float32)
    }
    if precision == .int8 {
      throw CommandError.badInput("\(path) computes as its file says: leave out --precision")
    }
    try AddressSpace.check(AddressSpace.model(weights: sizeOfFile(at: path)))
    return try await LlamaTextEncoder(contentsOf: path)
  }
}

/// The language model that a user means: a name of the catalogue, or a GGUF file.
struct LanguageModelChoice {
  var path: String
  var cuts: RefusalCuts?

  init(_ name: String?) throws {
    let choice = try CatalogueChoice(name, kind: .model)
    path = choice.path
    try AddressSpace.check(AddressSpace.model(weights: sizeOfFile(at: path)))
    cuts = choice.entry?.refusal.map { RefusalCuts(refuseBelow: $0.refuseBelow, unsureBelow: $0.unsureBelow) }
  }
}

/// Bytes; 0 where there is no file, of which whoever opens it tells.
private func sizeOfFile(at path: String) -> Int {
  let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
  return size ?? 0
}

/// A path, and the catalogue's entry where it has one.
private struct CatalogueChoice {
  var path: String
  var entry: CatalogueEntry?

  /// A path that exists is taken as it is; anything else is a name of the catalogue.
  init(_ name: String?, kind: CatalogueEntry.Kind) throws {
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
      let damage = folder.isBegun(entry) ? error.finding.map { "\(entry.name) is damaged (\($0))" } : nil
      throw MissingModel(name: entry.name, command: "rag models pull \(entry.name)", damage: damage)
    }
    path = folder.path(of: entry)
    self.entry = entry
  }
}
