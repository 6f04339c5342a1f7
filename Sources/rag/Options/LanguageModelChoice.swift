import Embedding
import Foundation
import LlamaEngine
import ModelCatalogue
import Retriever

/// The language model that a user means: a name of the catalogue, or a GGUF file.
struct LanguageModelChoice {
  var path: String
  var cuts: RefusalCuts?

  init(_ name: String?) throws {
    let choice = try CatalogueChoice(name, kind: .model)
    path = choice.path
    try AddressSpace.check(AddressSpace.model(weights: AddressSpace.sizeOfFile(at: path)))
    cuts = choice.entry?.refusal.map { RefusalCuts(refuseBelow: $0.refuseBelow, unsureBelow: $0.unsureBelow) }
  }
}
