import CLlama
import LanguageModels

/// A chain of llama.cpp's samplers that chooses each token, freed with its last reference.
final class LlamaSampler {
  private let chain: UnsafeMutablePointer<llama_sampler>

  /// Truncates to the likely tokens before it applies the temperature, so that they do not depend on it.
  init(_ options: GenerationOptions) {
    var parameters = llama_sampler_chain_default_params()
    parameters.no_perf = true
    chain = llama_sampler_chain_init(parameters)
    let temperature = options.temperature ?? 1
    switch options.samplingMode?.kind {
    case .randomTopK(let k, let seed) where temperature > 0:
      add(llama_sampler_init_top_k(Int32(clamping: max(1, k))))
      draw(temperature, seed)
    case .randomProbabilityThreshold(let threshold, let seed) where temperature > 0:
      add(llama_sampler_init_top_p(Float(min(1, max(0, threshold))), 1))
      draw(temperature, seed)
    default:
      add(llama_sampler_init_greedy())
    }
  }

  deinit { llama_sampler_free(chain) }

  /// Samples a token from the logits of the last evaluated one.
  func sample(_ context: OpaquePointer) -> llama_token { llama_sampler_sample(chain, context, -1) }

  private func draw(_ temperature: Double, _ seed: UInt64?) {
    add(llama_sampler_init_temp(Float(temperature)))
    let seed = seed ?? UInt64.random(in: .min ... .max)
    // llama.cpp replaces LLAMA_DEFAULT_SEED, the largest seed, by a random one.
    add(llama_sampler_init_dist(min(UInt32(truncatingIfNeeded: seed ^ (seed >> 32)), UInt32.max - 1)))
  }

  private func add(_ sampler: UnsafeMutablePointer<llama_sampler>?) { llama_sampler_chain_add(chain, sampler) }
}
