public import Foundation

/// An encoder of the BERT family, such as all-MiniLM-L6-v2 or multilingual-e5-small, in float32 or int8.
///
///     let encoder = try BERTEncoder(contentsOf: "models/all-MiniLM-L6-v2")
///     let vector = try await encoder.encode("rotate the signing keys")
///
/// The weight file is memory-mapped. A batch is split by tokens over the encoder's own worker threads, each of which
/// runs BLAS on one thread. A worker needs about 4 MB. With AVX-512, the first large batch takes another 42 MB for
/// packed weights.
public final class BERTEncoder: TextEncoder {
  /// Identified by the folder's name and a digest of vocabulary, token limit and a sample of the weights.
  public let space: EmbeddingSpace
  /// 256 for MiniLM, special tokens included.
  public let maximumTokens: Int

  private let model: BERTModel
  private let modules: EncoderModules
  /// The texts before a query and before a document.
  public let prompts: RolePrompts

  /// `nil`, to be fitted on the chunks of each index, unless it is all-MiniLM-L6-v2.
  public var cosineScale: CosineScale? { .known(for: space) }

  /// Opens the folder of an encoder, as Sentence Transformers saves it: `model.safetensors`, `config.json`, one of
  /// `vocab.txt`, `sentencepiece.bpe.model` and `tokenizer.json`, and, if present, `modules.json` with the pooling and
  /// dense layers, `sentence_bert_config.json`, `tokenizer_config.json` and `config_sentence_transformers.json`.
  ///
  /// - Parameters:
  ///   - directory: The folder's path.
  ///   - workers: The number of encoding threads; by default, the number of cores.
  ///   - precision: The precision of matrix products, which is part of the space of the vectors.
  ///   - prompts: The texts before a query and before a document; by default, those in the folder.
  /// - Throws: `EmbeddingError`, naming the file that is missing, damaged or unsupported.
  public convenience init(
    contentsOf directory: String, workers: Int? = nil, precision: Precision = .float32, prompts: RolePrompts? = nil
  ) throws {
    try self.init(
      contentsOf: directory, workers: workers, precision: precision, prompts: prompts, instructions: .best)
  }

  /// Opens the folder at a file URL, as `init(contentsOf:workers:precision:prompts:)` does at a path. Throws if it is
  /// not a file URL.
  public convenience init(
    contentsOf directory: URL, workers: Int? = nil, precision: Precision = .float32, prompts: RolePrompts? = nil
  ) throws {
    guard directory.isFileURL else {
      throw EmbeddingError.unreadable(path: directory.absoluteString, reason: "it is not a file URL")
    }
    try self.init(contentsOf: directory.path, workers: workers, precision: precision, prompts: prompts)
  }

  /// - Parameters:
  ///   - instructions: The instruction set, which affects only the last bits of vectors, not their space.
  ///   - name: The encoder's name; by default, that of the folder.
  package init(
    contentsOf directory: String, workers: Int? = nil, precision: Precision = .float32, prompts: RolePrompts? = nil,
    instructions: InstructionSet, name: String? = nil
  ) throws {
    model = try BERTModel(contentsOf: directory, workers: workers, precision: precision, instructions: instructions)
    guard model.file.shape(of: BERTReranker.classifier) == nil else {
      throw EmbeddingError.notAnEncoder(path: directory)
    }
    modules = try EncoderModules(contentsOf: directory)
    let widths = [model.configuration.width] + modules.dense.map(\.outputs)
    guard modules.dense.map(\.inputs) == widths.dropLast() else {
      throw EmbeddingError.unsupported(
        path: directory, expected: "dense layers that take each other's outputs",
        found: modules.dense.map { "\($0.inputs) to \($0.outputs)" }.joined(separator: ", "))
    }
    self.prompts = prompts ?? RolePrompts(inFolder: directory) ?? RolePrompts()
    maximumTokens = max(3, model.configuration.maximumTokens - model.tokenizer.ids(of: self.prompts.document).count)
    var digest = SHA256Digest()
    digest.update(model.file.sampledDigest())
    digest.update(model.tokenizer.digest)
    digest.update("\(modules.pooling.rawValue) of \(model.configuration.maximumTokens) tokens")
    if precision != .float32 { digest.update(precision.rawValue) }
    if model.configuration.isCased { digest.update("cased") }
    for layer in modules.dense { digest.update(layer.digest) }
    if !self.prompts.document.isEmpty { digest.update("after \(self.prompts.document)") }
    space = EmbeddingSpace(
      name: name ?? URL(fileURLWithPath: directory).standardizedFileURL.lastPathComponent,
      dimensions: widths[widths.count - 1], fingerprint: digest.hexadecimal(), precision: precision)
  }

  /// Returns the exact number of tokens, without special tokens.
  public func tokenCount(of text: String) -> Int { model.tokenizer.ids(of: text).count }

  /// Returns the share of unknown tokens and, for a vocabulary of word pieces, of lone letters of
  /// other scripts than the Latin.
  public func unreadShare(of text: String) -> Double {
    let ids = model.tokenizer.ids(of: text)
    return ids.isEmpty ? 0 : Double(ids.count { model.tokenizer.isUnread($0) }) / Double(ids.count)
  }

  /// Returns the ids of a text's tokens, with special tokens at both ends and without truncation.
  public func tokenIDs(of text: String) -> [Int32] { model.tokenizer.framed(model.tokenizer.ids(of: text)) }

  /// Encodes a batch on the encoder's own threads: about 21 million multiplications per token with MiniLM.
  ///
  /// The same text has the same vector in every batch, within 1e-6.
  public func encode(_ texts: [String], as role: TextRole) async throws -> [UnitVector] {
    let (model, prompt) = (model, prompts[role])
    let pooled = try await model.vectors(of: texts.count, pooling: modules.pooling) { index in
      let ids = model.tokenizer.ids(of: prompt + texts[index]).prefix(model.configuration.maximumTokens - 2)
      return TokenSequence(model.tokenizer.framed(ids))
    }
    return try pooled.map { numbers in
      // Every text has a direction unless the weights are broken.
      guard let vector = UnitVector(normalizing: modules.dense.reduce(numbers) { x, layer in layer(x) }) else {
        throw EmbeddingError.damaged(path: space.name, reason: "its weights produce a zero or non-finite vector")
      }
      return vector
    }
  }
}
