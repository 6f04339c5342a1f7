import CLlama
import Dispatch
import Embedding
import Foundation
import LanguageModels

/// A `llama_context` that is freed with its last reference, and keeps its model until then.
final class LlamaContextHandle {
  let context: OpaquePointer
  private let weights: LlamaWeights

  init(_ weights: LlamaWeights, _ parameters: llama_context_params) throws {
    let (context, errors) = LlamaLog.collectingErrors { llama_init_from_model(weights.model, parameters) }
    guard let context else {
      let reason = errors.first ?? "llama.cpp gives no reason"
      throw LlamaWeights.isAboutMemory(errors)
        ? LlamaError.outOfMemory(path: weights.path, contextSize: Int(parameters.n_ctx), reason: reason)
        : LlamaError.unsupported(path: weights.path, reason: reason)
    }
    self.context = context
    self.weights = weights
  }

  deinit { llama_free(context) }
}
