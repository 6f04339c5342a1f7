import Embedding
import RAGKit
import RemoteModels

/// The encoder that the user chose, or that an index has: a catalogue name, a folder, a GGUF file, or a
/// server.
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

  func load(_ remote: RemoteOptions) async throws -> any TextEncoder {
    if let name, ServerAddress.isAddress(name) {
      if precision == .int8 { throw CommandError.badInput("--precision does not work with a server: it has its own") }
      let address = try remote.address(name, sent: "Your notes and queries are")
      return try await StandardModels.encoder(address.description, allowsRemote: remote.isAllowed)
    }
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
