import CLlama
import Dispatch
import Embedding
import Foundation
import LanguageModels

/// A loaded language model and its KV cache. All evaluation runs on the actor's own executor, one request at a time.
actor LlamaContext {
  private let executor = SerialQueueExecutor(label: "LlamaContext")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  nonisolated let weights: LlamaWeights
  /// The window, in tokens.
  nonisolated let contextSize: Int
  /// The tuning measured for weights of this type.
  nonisolated let tuning: MachineTuning
  let handle: LlamaContextHandle
  let recorder = ActivationRecorder()
  /// The tokens in the KV cache, from position 0 on.
  var evaluated: [llama_token] = []
  /// The threads that evaluate prompts, and those that generate replies.
  var promptThreads: ThreadGovernor
  var replyThreads: ThreadGovernor
  /// Where the memory can be set back to, in a model with recurrent layers.
  var checkpoints = Checkpoints()
  /// Whether the model has layers whose memory cannot be truncated.
  let isRecurrent: Bool
  /// Whether the attention of some layers slides over the last tokens.
  let slides: Bool
  /// The KV cache that was set aside for a prompt of another kind.
  var parked: ParkedMemory?
  /// The digest of the weights in the names of saved fronts, computed lazily.
  var savedFingerprint: String?
  /// Whether each token of the vocabulary begins with a space.
  lazy var tokensWithSpace: [Bool] = (0..<llama_token(weights.vocabulary.count)).map {
    weights.vocabulary.bytes(of: $0).first == UInt8(ascii: " ")
  }
  /// The kind of each token of the vocabulary, for grammars.
  lazy var tokenTexts = TokenTexts(weights.vocabulary)

  /// Loads weights and allocates the window, off Swift's cooperative threads.
  ///
  /// The tuning is read from `tuningFolder`, or measured; `threads` overrides its numbers of threads.
  static func load(
    contentsOf path: String, contextSize: Int, threads: Int?, tuningFolder: String?
  ) async throws -> LlamaContext {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "LlamaContext.load").async {
        continuation.resume(
          with: Result {
            var tuning: MachineTuning?
            let weights = try LlamaWeights(contentsOf: path) { type in
              let found = MachineTuning.tuning(forType: type, keptIn: tuningFolder)
              tuning = found
              return found.repacksWeights
            }
            let best = tuning ?? .untuned(cores: ProcessInfo.processInfo.activeProcessorCount)
            return try LlamaContext(
              weights, contextSize: contextSize, promptThreads: threads ?? best.promptThreads,
              replyThreads: threads ?? best.replyThreads, tuning: best)
          })
      }
    }
  }

  private init(
    _ weights: LlamaWeights, contextSize: Int, promptThreads: Int, replyThreads: Int, tuning: MachineTuning
  ) throws {
    guard contextSize > 0 else { throw LlamaError.invalidContextSize(contextSize) }
    let window = min(contextSize, weights.trainedContextSize)
    var parameters = llama_context_default_params()
    parameters.n_ctx = UInt32(window)
    parameters.n_batch = UInt32(min(Self.batchSize, window))
    parameters.n_ubatch = parameters.n_batch
    parameters.n_seq_max = 1
    parameters.n_threads = Int32(replyThreads)
    parameters.n_threads_batch = Int32(promptThreads)
    // Flash attention rounds differently for batches of 64 tokens and more, so a reply would depend on what was cached.
    // On a CPU it is not faster: a prompt of 1,500 tokens runs at 79 tokens per second without it and 77 with it, the
    // reply at 22 and 20 (Qwen2.5-Coder 1.5B, one thread).
    parameters.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED
    parameters.no_perf = true
    recorder.watch(&parameters)
    handle = try LlamaContextHandle(weights, parameters)
    guard llama_get_causal_attn(handle.context), !llama_model_has_encoder(weights.model),
      !llama_model_is_diffusion(weights.model), llama_get_memory(handle.context) != nil
    else { throw LlamaError.notALanguageModel(path: weights.path) }
    isRecurrent = llama_model_is_recurrent(weights.model) || llama_model_is_hybrid(weights.model)
    slides = llama_model_n_swa(weights.model) > 0
    self.weights = weights
    self.contextSize = window
    self.tuning = tuning
    self.promptThreads = ThreadGovernor(most: promptThreads)
    self.replyThreads = ThreadGovernor(most: replyThreads)
  }

  /// Tokens per batch: twice as many are hardly faster, and with these, progress is reported and the number of threads
  /// reconsidered about once per second.
  static let batchSize = 128
  /// Batches of at least this many tokens round alike.
  static let grain = 16
}
