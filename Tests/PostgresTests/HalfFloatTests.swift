import Testing

import Postgres

struct HalfFloatTests {
  #if !(os(macOS) && arch(x86_64))
    @Test func readsEveryHalf() {
      for bits in UInt16.min...UInt16.max {
        let (own, theirs) = (HalfFloat.value(of: bits), Float(Float16(bitPattern: bits)))
        #expect(own == theirs || (own.isNaN && theirs.isNaN))
        if !own.isNaN { #expect(HalfFloat.bits(of: own) == bits) }
      }
    }

    /// Around each half, halfway to the next one, and in between.
    @Test func roundsAsTheProcessorDoes() {
      for bits in UInt16(0)..<0x7C00 {
        let (value, next) = (HalfFloat.value(of: bits), bits < 0x7BFF ? HalfFloat.value(of: bits + 1) : 65536)
        let middle = value + (next - value) / 2
        for near in [value.nextUp, middle, middle.nextUp, middle.nextDown, next.nextDown] {
          #expect(HalfFloat.bits(of: near) == Float16(near).bitPattern)
          #expect(HalfFloat.bits(of: -near) == Float16(-near).bitPattern)
        }
      }
    }
  #endif

  @Test func keepsWhatIsNoNumber() {
    #expect(HalfFloat.value(of: HalfFloat.bits(of: .nan)).isNaN)
    #expect(HalfFloat.value(of: HalfFloat.bits(of: 1e30)) == .infinity)
    #expect(HalfFloat.value(of: HalfFloat.bits(of: -.infinity)) == -.infinity)
    #expect(HalfFloat.bits(of: 1e-30) == 0)
  }
}
