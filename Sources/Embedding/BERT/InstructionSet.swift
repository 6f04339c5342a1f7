package import CKernels

/// The SIMD instructions that the encoder computes with. Each set includes those before it.
package enum InstructionSet: Int, CaseIterable, Sendable {
  case baseline, avx2, avx512

  /// The widest set that this processor supports.
  package static let best = InstructionSet(rawValue: Int(kernels_best_instructions().rawValue)) ?? .baseline

  /// The sets that this processor supports.
  package static var available: [InstructionSet] { allCases.filter { $0.rawValue <= best.rawValue } }

  /// The instructions for loops that are not matrix products.
  package var kernels: kernels_instructions {
    switch self {
    case .baseline: KERNELS_BASELINE
    case .avx2: KERNELS_AVX2
    case .avx512: KERNELS_AVX512
    }
  }

  /// The instructions for products with an unpacked matrix.
  var dots: dots_instructions {
    switch self {
    case .baseline: DOTS_BASELINE
    case .avx2: DOTS_AVX2
    case .avx512: DOTS_AVX512
    }
  }

  /// The instructions for products of 8-bit numbers: the processor's best, unless this set's vectors are narrower.
  var quantized: quantized_instructions {
    switch self {
    case .baseline: QUANTIZED_BASELINE
    case .avx2: quantized_has(QUANTIZED_AVXVNNI) != 0 ? QUANTIZED_AVXVNNI : QUANTIZED_AVX2
    case .avx512: quantized_best_instructions()
    }
  }
}
