import LlamaEngine
package import ModelCatalogue

/// A language model or an encoder in a GGUF file, and what its header says.
package struct LocalModel: Sendable, Hashable {
  package var found: FoundModel
  package var kind: CatalogueEntry.Kind
  /// The licence that the file names; `nil` if it names none.
  package var licence: String?
  package var contextSize: Int
  /// The memory that it takes with a window of 4,096 tokens, in bytes.
  package var memory: Int64

  /// Reads a file's header.
  ///
  /// - Throws: `LlamaError`, also if it is neither a language model nor an encoder.
  package init(_ found: FoundModel) throws {
    let summary = try GGUFSummary(contentsOf: found.path)
    switch summary.use {
    case .languageModel: kind = .model
    case .encoder: kind = .encoder
    case .other:
      throw LlamaError.unsupported(path: found.path, reason: "it is neither a language model nor an encoder")
    }
    (self.found, licence, contextSize) = (found, summary.licence, summary.contextSize)
    memory = found.bytes.addingReportingOverflow(summary.bytes(ofWindow: 4096)).partialValue
  }
}
