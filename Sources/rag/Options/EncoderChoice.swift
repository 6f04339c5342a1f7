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
    try AddressSpace.check(choice.neededSpace)
    return try await choice.encoder(precision: precision)
  }
}

extension CatalogueChoice {
  /// The bytes of address space that an encoder or a reranker needs.
  var neededSpace: Int {
    isGGUF
      ? AddressSpace.model(weights: AddressSpace.sizeOfFile(at: path))
      : AddressSpace.encoder(weights: AddressSpace.sizeOfFile(at: path + "/model.safetensors"))
  }
}
