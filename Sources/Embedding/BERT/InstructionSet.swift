package import CKernels

/// The vectors that the encoder computes with. Each set has those before it.
package enum InstructionSet: Int, CaseIterable, Sendable {
  case baseline, avx2, avx512

  /// The widest that this processor has.
  package static let best = InstructionSet(rawValue: Int(kernels_best_instructions().rawValue)) ?? .baseline

  /// Those that this processor has.
  package static var available: [InstructionSet] { allCases.filter { $0.rawValue <= best.rawValue } }

  /// Of loops that are not matrix products.
  package var kernels: kernels_instructions {
    switch self {
    case .baseline: KERNELS_BASELINE
    case .avx2: KERNELS_AVX2
    case .avx512: KERNELS_AVX512
    }
  }

  /// Of products with a matrix as it stands.
  var dots: dots_instructions {
    switch self {
    case .baseline: DOTS_BASELINE
    case .avx2: DOTS_AVX2
    case .avx512: DOTS_AVX512
    }
  }

  /// Of products of 8-bit numbers: the best of the processor, unless the vectors are narrower than that.
  var quantized: quantized_instructions {
    let best = quantized_best_instructions()
    switch self {
    case .baseline: return QUANTIZED_BASELINE
    case .avx2: return quantized_has(QUANTIZED_AVXVNNI) != 0 ? QUANTIZED_AVXVNNI : QUANTIZED_BASELINE
    case .avx512: return best
    }
  }
}
