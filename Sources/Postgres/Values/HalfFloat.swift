/// IEEE 754 binary16, of which `halfvec` consists. Swift's `Float16` does not exist on Intel Macs.
package enum HalfFloat {
  /// The nearest half, ties to even. What is too large becomes infinite.
  package static func bits(of value: Float) -> UInt16 {
    let bits = value.bitPattern
    let sign = UInt16(truncatingIfNeeded: bits >> 16) & 0x8000
    let exponent = Int((bits >> 23) & 0xFF) - 127
    let fraction = bits & 0x7F_FFFF
    if exponent == 128 { return sign | (fraction == 0 ? 0x7C00 : 0x7E00) }
    if exponent > 15 { return sign | 0x7C00 }
    if exponent < -25 { return sign }
    // Normal halves keep 10 bits of the fraction; subnormal ones lose a bit for each exponent below -14.
    let shift = UInt32(exponent < -14 ? 13 + (-14 - exponent) : 13)
    let whole = exponent < -14 ? fraction | 0x80_0000 : UInt32(exponent + 15) << 23 | fraction
    let half = whole >> shift
    let rest = whole & (1 << shift - 1)
    let middle = UInt32(1) << (shift - 1)
    let isUp = rest > middle || (rest == middle && half & 1 == 1)
    return sign | UInt16(truncatingIfNeeded: half + (isUp ? 1 : 0))
  }

  /// The value of a half.
  package static func value(of bits: UInt16) -> Float {
    let sign: Float = bits & 0x8000 == 0 ? 1 : -1
    let exponent = Int(bits >> 10) & 0x1F
    let fraction = Float(bits & 0x3FF)
    switch exponent {
    case 0: return sign * fraction * 0x1p-24
    case 31: return fraction == 0 ? sign * .infinity : .nan
    default: return sign * Float(sign: .plus, exponent: exponent - 15, significand: 1 + fraction / 1024)
    }
  }
}
