import Foundation
import Synchronization

/// A BERT model: its tokenizer and its layers, which turn sequences of tokens into vectors on threads of its own.
///
/// The weight file is memory-mapped. A batch is split by tokens over the worker threads, each of which runs BLAS on one
/// thread.
final class BERTModel: Sendable {
  /// The number of tokens that a worker packs into one pass: enough for large matrix products, few enough for the L2
  /// cache.
  static let tokensPerPass = 256

  /// The number of tokens in a batch from which the weights are packed.
  static let tokensToPack = 2048

  let configuration: BERTConfiguration
  let tokenizer: any Tokenizer
  /// The file of weights.
  let file: SafeTensors
  private let instructions: InstructionSet
  private let weights: BERTWeights
  private let quantized: QuantizedBERTWeights?
  /// Packed by the first large batch.
  private let packed = Mutex<PackedBERTWeights?>(nil)
  private let threads: OwnThreads
  /// The memory of idle workers.
  private let idle = Mutex<[BERTPass]>([])

  /// Opens the folder of a model: `model.safetensors`, `vocab.txt`, `config.json`, and, if present,
  /// `sentence_bert_config.json` and `tokenizer_config.json`.
  ///
  /// - Throws: `EmbeddingError`, naming the file that is missing, damaged or unsupported.
  init(contentsOf directory: String, workers: Int?, precision: Precision, instructions: InstructionSet) throws {
    self.instructions = instructions
    configuration = try BERTConfiguration(contentsOf: directory)
    tokenizer = try TokenizerFolder.tokenizer(in: directory, isCased: configuration.isCased)
    let path = directory + "/model.safetensors"
    file = try SafeTensors(contentsOf: path)
    weights = try BERTWeights(file, configuration)
    guard tokenizer.count <= configuration.vocabularySize else {
      throw EmbeddingError.unexpectedTensor(
        path: path, name: "embeddings.word_embeddings.weight", expected: "\(tokenizer.count) words",
        found: "\(configuration.vocabularySize)")
    }
    if precision == .int8, configuration.width % 32 != 0 || configuration.innerWidth % 32 != 0 {
      throw EmbeddingError.unsupported(
        path: directory, expected: "widths that are multiples of 32 for the precision int8",
        found: "\(configuration.width), \(configuration.innerWidth)")
    }
    quantized = precision == .int8 ? QuantizedBERTWeights(weights) : nil
    threads = OwnThreads(workers ?? ProcessInfo.processInfo.activeProcessorCount, label: "rag.encoder")
    BLASKernel.useOneThread()
  }

  /// A flag that stops workers whose results are no longer needed.
  private final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isAsked: Bool { flag.load(ordering: .relaxed) }
    func ask() { flag.store(true, ordering: .relaxed) }
  }

  /// Returns the last layer's vector for each of `count` sequences, in order, pooled and not normalized.
  ///
  /// - Parameter sequence: Makes the sequence of an index; called on the model's threads.
  /// - Throws: `CancellationError`.
  func vectors(
    of count: Int, pooling: Pooling, sequence: @escaping @Sendable (Int) -> TokenSequence
  ) async throws -> [[Float]] {
    guard count > 0 else { return [] }
    try Task.checkCancellation()
    let cancellation = Cancellation()
    let vectors = await withTaskCancellationHandler {
      await self.vectors(of: count, pooling: pooling, unless: cancellation, sequence: sequence)
    } onCancel: {
      cancellation.ask()
    }
    try Task.checkCancellation()
    return vectors
  }

  /// After cancellation, the rest of the vectors are empty.
  private func vectors(
    of count: Int, pooling: Pooling, unless cancellation: Cancellation,
    sequence: @escaping @Sendable (Int) -> TokenSequence
  ) async -> [[Float]] {
    if count == 1 {
      // Avoids a change of threads.
      return await threads.map(1) { _ in
        let sequences = [sequence(0)]
        return self.vectors(of: sequences, pooling: pooling, packed: self.packedWeights(for: sequences))[0]
      }
    }
    let sequences = await threads.map(count) { cancellation.isAsked ? TokenSequence([]) : sequence($0) }
    let packed = await threads.map(1) { _ in self.packedWeights(for: sequences) }[0]
    // Sorted by length, passes are of similar size and the short ones come last.
    let order = sequences.indices.sorted { (sequences[$1].count, $0) < (sequences[$0].count, $1) }
    let passes = Self.passes(order.map { ($0, sequences[$0].count) }, tokens: Self.tokensPerPass)
    let results = await threads.map(passes.count) {
      cancellation.isAsked ? [] : self.vectors(of: passes[$0].map { sequences[$0] }, pooling: pooling, packed: packed)
    }
    var vectors = [[Float]](repeating: [], count: count)
    for (members, results) in zip(passes, results) {
      for (member, vector) in zip(members, results) { vectors[member] = vector }
    }
    return vectors
  }

  /// Returns the pooled vectors of sequences that fit one pass.
  private func vectors(of sequences: [TokenSequence], pooling: Pooling, packed: PackedBERTWeights?) -> [[Float]] {
    let pass = idle.withLock { $0.popLast() } ?? newPass()
    defer { idle.withLock { $0.append(pass) } }
    return pass.vectors(of: sequences, pooling: pooling, packed: packed)
  }

  /// Returns the packed weights if they exist, or if there are enough tokens to make packing worthwhile.
  private func packedWeights(for sequences: [TokenSequence]) -> PackedBERTWeights? {
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
