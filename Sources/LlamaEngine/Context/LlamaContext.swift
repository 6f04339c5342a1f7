import CLlama
import Dispatch
import Embedding
import Foundation
import LanguageModels

/// The memory of one model at work. It alone evaluates tokens, on an executor of its own and one request at a time:
/// a second request waits for the first.
actor LlamaContext {
  private let executor = SerialQueueExecutor(label: "LlamaContext")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  nonisolated let weights: LlamaWeights
  /// The window, in tokens.
  nonisolated let contextSize: Int
  /// What was measured of weights like these.
  nonisolated let tuning: MachineTuning
  let handle: LlamaContextHandle
  /// The tokens whose keys and values are in memory, from position 0 on.
  var evaluated: [llama_token] = []
  /// How many threads read prompts, and how many write replies.
  var promptThreads: ThreadGovernor
  var replyThreads: ThreadGovernor
  /// What was in memory before a prompt of another kind came.
  var parked: ParkedMemory?
  /// The digest of the weights that saved fronts are named by, once one was.
  var savedFingerprint: String?
  /// Whether each token of the vocabulary begins with a space.
  lazy var tokensWithSpace: [Bool] = (0..<llama_token(weights.vocabulary.count)).map {
    weights.vocabulary.bytes(of: $0).first == UInt8(ascii: " ")
  }
  /// What each token of the vocabulary is to a grammar.
  lazy var tokenTexts = TokenTexts(weights.vocabulary)

  /// Loads weights and allocates the window, off Swift's cooperative threads.
  ///
  /// What is best on this machine is read from `tuningFolder`, or measured; `threads` stands for it where it is given.
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
    // Flash attention rounds differently for batches of 64 tokens and more, so that a reply would depend on what was in
    // memory before. On a CPU it is no faster: 79 tokens per second of a prompt of 1,500 without it, 77 with it, and 22
    // against 20 tokens of the reply (Qwen2.5-Coder 1.5B, one thread).
    parameters.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED
    parameters.no_perf = true
    handle = try LlamaContextHandle(weights, parameters)
    guard llama_get_causal_attn(handle.context), !llama_model_has_encoder(weights.model),
      !llama_model_is_diffusion(weights.model), llama_get_memory(handle.context) != nil
    else { throw LlamaError.notALanguageModel(path: weights.path) }
    self.weights = weights
    self.contextSize = window
    self.tuning = tuning
    self.promptThreads = ThreadGovernor(most: promptThreads)
    self.replyThreads = ThreadGovernor(most: replyThreads)
  }

  /// Tokens that are evaluated in one go: so many that a batch of twice as many is hardly faster, and so few that
  /// progress is seen and threads can be chosen again about each second.
  static let batchSize = 128
  /// Batches of this many tokens and more round alike.
  static let grain = 16
}
