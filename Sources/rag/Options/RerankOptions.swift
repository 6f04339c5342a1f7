import ArgumentParser
import Embedding
import RAGKit
import RemoteModels

/// The option that chooses a reranker.
struct RerankOptions: ParsableArguments {
  @Option(
    name: .customLong("rerank"),
    help: ArgumentHelp(
      """
      Let this reranker decide the order of the best 20 passages: a name that 'rag models list' shows, a folder, a \
      .gguf file, or a server's address.
      """, valueName: "reranker"))
  var name: String?

  /// Loads the reranker, if there is one.
  ///
  /// - Parameter precision: That of a reranker in a folder.
  func load(precision: Precision?, _ remote: RemoteOptions) async throws -> (any Reranker)? {
    guard let name else { return nil }
    if ServerAddress.isAddress(name) {
      let address = try remote.address(name, sent: "Your question and passages of your notes are")
      return try await StandardModels.reranker(address.description, allowsRemote: remote.isAllowed)
    }
    let choice = try CatalogueChoice(name, kind: .reranker)
    try AddressSpace.check(choice.neededSpace)
    return try await choice.reranker(precision: precision)
  }
}
