import Embedding
import Foundation
import LlamaEngine
import ModelCatalogue
import Retriever

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
      try AddressSpace.check(AddressSpace.encoder(weights: AddressSpace.sizeOfFile(at: path + "/model.safetensors")))
      return try BERTEncoder(contentsOf: path, precision: precision ?? .float32)
    }
    if precision == .int8 {
      throw CommandError.badInput("\(path) computes as its file says: leave out --precision")
    }
    try AddressSpace.check(AddressSpace.model(weights: AddressSpace.sizeOfFile(at: path)))
    return try await LlamaTextEncoder(contentsOf: path)
  }
}
