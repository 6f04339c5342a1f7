import ArgumentParser
import Embedding
import RAGKit

/// The option that chooses a reranker.
struct RerankOptions: ParsableArguments {
  @Option(
    name: .customLong("rerank"),
    help: ArgumentHelp(
      """
      Let this reranker decide the order of the best 20 passages: a folder, a .gguf file, or a name that 'rag models \
      list' shows.
      """, valueName: "reranker"))
  var name: String?

  /// Loads the reranker, if there is one.
  ///
  /// - Parameter precision: That of a reranker in a folder.
  func load(precision: Precision?) async throws -> (any Reranker)? {
    guard let name else { return nil }
    let choice = try CatalogueChoice(name, kind: .reranker)
    try AddressSpace.check(choice.neededSpace)
    return try await choice.reranker(precision: precision)
  }
}
