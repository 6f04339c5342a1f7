public import Foundation
import Synchronization

/// A BERT encoder with mean pooling, such as all-MiniLM-L6-v2, in float32 or int8.
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

  /// The number of tokens that a worker packs into one pass: enough for large matrix products, few enough for the L2
  /// cache.
  static let tokensPerPass = 256

  /// The number of tokens in a batch from which the weights are packed.
  static let tokensToPack = 2048

  private let configuration: BERTConfiguration
  private let instructions: InstructionSet
  private let weights: BERTWeights
  private let quantized: QuantizedBERTWeights?
  /// Packed by the first large batch.
  private let packed = Mutex<PackedBERTWeights?>(nil)
  private let tokenizer: WordPieceTokenizer
  private let modules: EncoderModules
  /// The texts before a query and before a document.
  public let prompts: RolePrompts
  private let threads: OwnThreads
  /// The memory of idle workers.
  private let idle = Mutex<[BERTPass]>([])

  /// Opens the folder of an encoder, as Sentence Transformers saves it: `model.safetensors`, `vocab.txt`,
  /// `config.json`, and, if present, `modules.json` with the pooling and dense layers, `sentence_bert_config.json`,
  /// `tokenizer_config.json` and `config_sentence_transformers.json`.
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

  /// - Parameter instructions: The instruction set, which affects only the last bits of vectors, not their space.
  package init(
    contentsOf directory: String, workers: Int? = nil, precision: Precision = .float32, prompts: RolePrompts? = nil,
    instructions: InstructionSet
  ) throws {
    self.instructions = instructions
    configuration = try BERTConfiguration(contentsOf: directory)
    modules = try EncoderModules(contentsOf: directory)
    let widths = [configuration.width] + modules.dense.map(\.outputs)
    guard modules.dense.map(\.inputs) == widths.dropLast() else {
      throw EmbeddingError.unsupported(
        path: directory, expected: "dense layers that take each other's outputs",
        found: modules.dense.map { "\($0.inputs) to \($0.outputs)" }.joined(separator: ", "))
    }
    tokenizer = try WordPieceTokenizer(contentsOf: directory + "/vocab.txt", isCased: configuration.isCased)
    self.prompts = prompts ?? RolePrompts(inFolder: directory) ?? RolePrompts()
    let path = directory + "/model.safetensors"
    let file = try SafeTensors(contentsOf: path)
    weights = try BERTWeights(file, configuration)
    guard tokenizer.vocabulary.count <= configuration.vocabularySize else {
      throw EmbeddingError.unexpectedTensor(
        path: path, name: "embeddings.word_embeddings.weight", expected: "\(tokenizer.vocabulary.count) words",
        found: "\(configuration.vocabularySize)")
    }
    if precision == .int8, configuration.width % 32 != 0 || configuration.innerWidth % 32 != 0 {
      throw EmbeddingError.unsupported(
        path: directory, expected: "widths that are multiples of 32 for the precision int8",
        found: "\(configuration.width), \(configuration.innerWidth)")
    }
    quantized = precision == .int8 ? QuantizedBERTWeights(weights) : nil
    threads = OwnThreads(workers ?? ProcessInfo.processInfo.activeProcessorCount, label: "rag.encoder")
    maximumTokens = max(3, configuration.maximumTokens - tokenizer.ids(of: self.prompts.document).count)
    var digest = SHA256Digest()
    digest.update(file.sampledDigest())
    digest.update(tokenizer.vocabulary.digest)
    digest.update("\(modules.pooling.rawValue) of \(configuration.maximumTokens) tokens")
    if precision != .float32 { digest.update(precision.rawValue) }
    if configuration.isCased { digest.update("cased") }
    for layer in modules.dense { digest.update(layer.digest) }
    if !self.prompts.document.isEmpty { digest.update("after \(self.prompts.document)") }
    space = EmbeddingSpace(
      name: URL(fileURLWithPath: directory).standardizedFileURL.lastPathComponent, dimensions: widths[widths.count - 1],
      fingerprint: digest.hexadecimal(), precision: precision)
    BLASKernel.useOneThread()
  }

  /// Returns the exact number of WordPiece tokens, without special tokens. Counts of texts joined by white space add
  /// up.
  public func tokenCount(of text: String) -> Int { tokenizer.ids(of: text).count }

  /// Returns the ids of a text's tokens, with special tokens at both ends and without truncation.
  public func tokenIDs(of text: String) -> [Int32] {
    [tokenizer.vocabulary.begin] + tokenizer.ids(of: text) + [tokenizer.vocabulary.end]
  }

  /// Encodes a batch on the encoder's own threads: about 21 million multiplications per token with MiniLM.
  ///
  /// The same text has the same vector in every batch, within 1e-6.
  public func encode(_ texts: [String], as role: TextRole) async throws -> [UnitVector] {
    guard !texts.isEmpty else { return [] }
    try Task.checkCancellation()
    let cancellation = Cancellation()
    let pooled = await withTaskCancellationHandler {
      await self.pooled(texts.map { self.prompts[role] + $0 }, unless: cancellation)
    } onCancel: {
      cancellation.ask()
    }
    try Task.checkCancellation()
    return try pooled.map { numbers in
      // Every text has a direction unless the weights are broken.
      guard let vector = UnitVector(normalizing: modules.dense.reduce(numbers) { x, layer in layer(x) }) else {
        throw EmbeddingError.damaged(path: space.name, reason: "its weights produce a zero or non-finite vector")
      }
      return vector
    }
  }

  // MARK: batches

  /// A flag that stops workers whose results are no longer needed.
  private final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isAsked: Bool { flag.load(ordering: .relaxed) }
    func ask() { flag.store(true, ordering: .relaxed) }
  }

  /// Returns the pooled vector of each text's tokens, in order; after cancellation, the rest are empty.
  private func pooled(_ texts: [String], unless cancellation: Cancellation) async -> [[Float]] {
    if texts.count == 1 {
      // Avoids a change of threads.
      return await threads.map(1) { _ in
        let sequences = [self.sequence(of: texts[0])]
        return self.pooled(sequences, packed: self.packedWeights(for: sequences))[0]
      }
    }
    let sequences = await threads.map(texts.count) { cancellation.isAsked ? [] : self.sequence(of: texts[$0]) }
    let packed = await threads.map(1) { _ in self.packedWeights(for: sequences) }[0]
    // Sorted by length, passes are of similar size and the short ones come last.
    let order = sequences.indices.sorted { (sequences[$1].count, $0) < (sequences[$0].count, $1) }
    let passes = Self.passes(order.map { ($0, sequences[$0].count) }, tokens: Self.tokensPerPass)
    let results = await threads.map(passes.count) {
      cancellation.isAsked ? [] : self.pooled(passes[$0].map { sequences[$0] }, packed: packed)
    }
    var pooled = [[Float]](repeating: [], count: texts.count)
    for (members, vectors) in zip(passes, results) {
      for (member, vector) in zip(members, vectors) { pooled[member] = vector }
    }
    return pooled
  }

  /// Returns the pooled vectors of sequences that fit one pass.
  private func pooled(_ sequences: [[Int32]], packed: PackedBERTWeights?) -> [[Float]] {
    let pass = idle.withLock { $0.popLast() } ?? newPass()
    defer { idle.withLock { $0.append(pass) } }
    return pass.vectors(of: sequences, pooling: modules.pooling, packed: packed)
  }

  /// Returns the packed weights if they exist, or if there are enough tokens to make packing worthwhile.
  private func packedWeights(for sequences: [[Int32]]) -> PackedBERTWeights? {
    guard quantized == nil, instructions == .avx512, PackedBERTWeights.pays(for: configuration) else { return nil }
    let tokens = sequences.reduce(0) { $0 + $1.count }
    return packed.withLock { packed in
      if packed == nil, tokens >= Self.tokensToPack { packed = PackedBERTWeights(weights) }
      return packed
    }
  }

  private func newPass() -> BERTPass {
    BERTPass(
      weights, quantized: quantized, configuration, instructions: instructions,
      capacity: max(Self.tokensPerPass, configuration.maximumTokens))
  }

  private func sequence(of text: String) -> [Int32] {
    let ids = tokenizer.ids(of: text).prefix(configuration.maximumTokens - 2)
    return [tokenizer.vocabulary.begin] + ids + [tokenizer.vocabulary.end]
  }

  /// Groups members into passes of up to `limit` tokens, at least one member each.
  static func passes(_ members: [(index: Int, tokens: Int)], tokens limit: Int) -> [[Int]] {
    var passes: [[Int]] = []
    var room = 0
    for (index, tokens) in members {
      if passes.isEmpty || tokens > room {
        passes.append([])
        room = limit
      }
      passes[passes.count - 1].append(index)
      room -= tokens
    }
    return passes
  }
}
