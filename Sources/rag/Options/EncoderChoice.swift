import Embedding
import RAGKit

/// The encoder that the user chose, or that an index has: a catalogue name, a folder, or a GGUF file.
struct EncoderChoice {
  var name: String?
  var precision: Precision?
  /// The space of an index's vectors, which says what the user did not.
  var space: EmbeddingSpace?

  /// - Parameter precision: The encoder's arithmetic; that of `space` by default, else float32.
  init(_ name: String?, precision: Precision? = nil, in space: EmbeddingSpace? = nil) {
    self.name = name
    self.precision = precision
    self.space = space
  }

  func load() async throws -> any TextEncoder {
    let choice = try name.map { try CatalogueChoice($0, kind: .encoder) } ?? CatalogueChoice(encoderOf: space)
    try AddressSpace.check(choice.neededSpace)
    return try await choice.encoder(precision: precision ?? (choice.isGGUF ? nil : space?.precision))
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
