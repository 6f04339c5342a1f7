/// A set of bytes, one bit for each.
struct ByteSet: Sendable {
  private var bits = SIMD4<UInt64>()

  func contains(_ byte: UInt8) -> Bool { bits[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }

  mutating func insert(_ byte: UInt8) { bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

  mutating func remove(_ byte: UInt8) { bits[Int(byte >> 6)] &= ~(1 << UInt64(byte & 63)) }

  mutating func formUnion(_ other: ByteSet) { bits |= other.bits }

  mutating func invert() { bits = ~bits }
}
