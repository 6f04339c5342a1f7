import Embedding
import LlamaEngine
package import ModelCatalogue

/// A language model, an encoder or a reranker in a GGUF file or in a folder, and what its header says.
package struct LocalModel: Sendable, Hashable {
  package var found: FoundModel
  package var kind: CatalogueEntry.Kind
  /// The licence that the file names; `nil` if it names none.
  package var licence: String?
  package var contextSize: Int
  /// The memory that it takes with a window of 4,096 tokens, in bytes.
  package var memory: Int64

  /// The memory that an encoder in a folder takes besides its weights: 64 MB for each of two workers.
  private static let batches: Int64 = 128 << 20

  /// Reads a file's header, or the header and the configuration in a folder.
  ///
  /// - Throws: `LlamaError`, also if it is neither a language model nor an encoder nor a reranker; `EmbeddingError`.
  package init(_ found: FoundModel) throws {
    if found.isFolder {
      let summary = try BERTSummary(contentsOf: found.path)
      (self.found, kind) = (found, summary.isReranker ? .reranker : .encoder)
      (contextSize, memory) = (summary.maximumTokens, found.bytes + Self.batches)
      return
    }
    let summary = try GGUFSummary(contentsOf: found.path)
    switch summary.use {
    case .languageModel: kind = .model
    case .encoder: kind = .encoder
    case .reranker: kind = .reranker
    case .other:
      throw LlamaError.unsupported(
        path: found.path, reason: "it is neither a language model nor an encoder nor a reranker")
    }
    (self.found, licence, contextSize) = (found, summary.licence, summary.contextSize)
    memory = found.bytes.addingReportingOverflow(summary.bytes(ofWindow: 4096)).partialValue
  }
}
