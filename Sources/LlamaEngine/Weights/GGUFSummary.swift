import CLlama
import Foundation

/// What the header of a GGUF file says about it, read without loading the weights: a few milliseconds.
package struct GGUFSummary: Sendable, Hashable {
  /// What the file can do.
  package enum Use: Sendable, Hashable {
    case languageModel
    case encoder
    case reranker
    /// A part or a companion of a model: a projector, an adapter, a vocoder.
    case other
  }

  package var use: Use
  /// The window that it was trained on, in tokens.
  package var contextSize: Int
  /// The model's name that the file contains.
  package var name: String?
  /// The licence that the file names.
  package var licence: String?
  private var bytesPerToken: Int

  /// The header of a model with 262,144 tokens has 16 MB; only that much of a file is looked at.
  private static let mostBytes = 64 << 20
  /// The architectures in llama.cpp that encode text, and never continue it.
  private static let encoders: Set = [
    "bert", "modern-bert", "nomic-bert", "nomic-bert-moe", "neo-bert", "jina-bert-v2", "jina-bert-v3", "eurobert",
    "gemma-embedding",
  ]

  /// Reads the header of the file at `path`.
  ///
  /// - Throws: `LlamaError`.
  package init(contentsOf path: String) throws {
    let header = try GGUFHeader.beginning(of: path, atMost: Self.mostBytes)
    let architecture = header.string("general.architecture") ?? ""
    func integer(_ key: String) -> Int? { header.integer("\(architecture).\(key)").flatMap { $0 > 0 ? $0 : nil } }
    name = header.string("general.name")
    licence = header.string("general.license")
    contextSize = integer("context_length") ?? 0
    use = .languageModel
    let pooling = header.integer("\(architecture).pooling_type")
    let isPooled = [LLAMA_POOLING_TYPE_MEAN, LLAMA_POOLING_TYPE_CLS, LLAMA_POOLING_TYPE_LAST].contains {
      pooling == Int($0.rawValue)
    }
    if header.string("general.type") ?? "model" != "model" || contextSize == 0 || integer("block_count") == nil
      || header.metadata["tokenizer.ggml.model"] == nil
    {
      use = .other
    } else if pooling == Int(LLAMA_POOLING_TYPE_RANK.rawValue) {
      use = .reranker
    } else if Self.encoders.contains(architecture) || isPooled {
      use = .encoder
    }
    // Keys and values of each layer, in 16 bits each.
    let heads = integer("attention.head_count") ?? 1
    let length = (integer("embedding_length") ?? 0) / heads
    let width = (integer("attention.key_length") ?? length, integer("attention.value_length") ?? length)
    let product = [integer("attention.head_count_kv") ?? heads, min(width.0, 1 << 16) + min(width.1, 1 << 16), 2]
    bytesPerToken = product.reduce(integer("block_count") ?? 0) { $0.multipliedReportingOverflow(by: $1).partialValue }
  }

  /// Returns the memory that a window takes, in bytes: the keys and values of its tokens.
  package func bytes(ofWindow tokens: Int) -> Int64 {
    let (product, overflow) = bytesPerToken.multipliedReportingOverflow(by: min(tokens, contextSize))
    return use != .languageModel ? 0 : overflow || product < 0 ? .max / 2 : Int64(product)
  }
}
