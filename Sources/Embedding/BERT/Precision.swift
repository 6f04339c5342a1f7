/// What an encoder's matrix products are computed in.
public enum Precision: String, Sendable, Hashable, Codable, CaseIterable {
  /// 32-bit floats.
  case float32
  /// 8-bit whole numbers summed up in 32 bits, with a scale for each token and for each output; all else in floats.
  ///
  /// Several times as fast where the processor has instructions for it (AVX-512 VNNI, AVX-VNNI), and slower elsewhere.
  case int8
}
