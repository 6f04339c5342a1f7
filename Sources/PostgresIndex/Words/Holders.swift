/// The chunks of a segment that have a word, as `rag.postings` stores them: for each, the distance from the previous
/// place and how often it has the word, as numbers of seven bits a byte, the lowest first. Two bytes for most.
enum Holders {
  static func encoded(_ holders: some Sequence<(place: Int, frequency: Int)>) -> [UInt8] {
    var bytes: [UInt8] = []
    var last = -1
    for (place, frequency) in holders {
      append(place - last - 1, to: &bytes)
      append(frequency, to: &bytes)
      last = place
    }
    return bytes
  }

  /// Passes on the holders, ascending; what follows a number that is not whole is left out.
  ///
  /// Cost: 3 ns per holder.
  static func forEach(in bytes: ArraySlice<UInt8>, _ body: (_ place: Int, _ frequency: Int) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      var last = -1
      var index = 0
      while let distance = number(in: bytes, &index), let frequency = number(in: bytes, &index) {
        // What is not of this program may have any numbers.
        last = last &+ distance &+ 1
        body(last, frequency)
      }
    }
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = UInt(bitPattern: number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  @inline(__always)
  private static func number(in bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Int? {
    var (number, shift) = (UInt(0), UInt(0))
    while index < bytes.count, shift < 63 {
      let byte = bytes[index]
      index += 1
      number |= UInt(byte & 0x7F) << shift
      if byte < 0x80 { return Int(bitPattern: number) }
      shift += 7
    }
    return nil
  }
}
