import Embedding
import RAGKit

/// The encoder that a user means: a name of the catalogue, a folder, or a GGUF file.
struct EncoderChoice {
  var name: String?
  var precision: Precision?

  /// - Parameter precision: What it computes in; float32 unless given.
  init(_ name: String?, precision: Precision? = nil) {
    self.name = name
    self.precision = precision
  }

  func load() async throws -> any TextEncoder {
    let choice = try CatalogueChoice(name, kind: .encoder)
    let needed =
      choice.isGGUF
      ? AddressSpace.model(weights: AddressSpace.sizeOfFile(at: choice.path))
      : AddressSpace.encoder(weights: AddressSpace.sizeOfFile(at: choice.path + "/model.safetensors"))
    try AddressSpace.check(needed)
    return try await choice.encoder(precision: precision)
  }
}
