/// The precision of an encoder's matrix products.
public enum Precision: String, Sendable, Hashable, Codable, CaseIterable {
  /// 32-bit floats.
  case float32
  /// 8-bit integers with 32-bit sums, and a scale per group of up to 128 numbers; everything else in floats.
  ///
  /// Encoding is faster on processors with AVX-512 VNNI (1.8 times as fast), AVX-VNNI or AVX2 (1.3 times), slower on
  /// others. Retrieval is nearly as good. An index holds vectors of one precision only.
  case int8
}
