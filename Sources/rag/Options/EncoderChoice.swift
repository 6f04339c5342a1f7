import Embedding
import RAGKit

/// The encoder that the user chose: a catalogue name, a folder, or a GGUF file.
struct EncoderChoice {
  var name: String?
  var precision: Precision?

  /// - Parameter precision: The encoder's arithmetic; float32 by default.
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
