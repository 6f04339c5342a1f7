/// A set of code points, as sorted ranges that neither touch nor overlap.
package struct CodePoints: Sendable, Hashable {
  private(set) var ranges: [ClosedRange<UInt32>] = []

  /// All code points but the surrogates.
  static let all = CodePoints([0...0xD7FF, 0xE000...0x10FFFF])

  init(_ ranges: [ClosedRange<UInt32>] = []) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound + 1 {
        self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  init(_ scalars: String) { self.init(scalars.unicodeScalars.map { $0.value...$0.value }) }

  var isEmpty: Bool { ranges.isEmpty }

  func contains(_ point: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < point { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(point)
  }

  func union(_ other: CodePoints) -> CodePoints { CodePoints(ranges + other.ranges) }

  /// The code points that are not in the set.
  var inverted: CodePoints { CodePoints.all.subtracting(self) }

  func subtracting(_ other: CodePoints) -> CodePoints {
    var result: [ClosedRange<UInt32>] = []
    var first = 0
    for range in ranges {
      var low = range.lowerBound
      while first < other.ranges.count, other.ranges[first].upperBound < low { first += 1 }
      for hole in other.ranges[first...].prefix(while: { $0.lowerBound <= range.upperBound }) {
        if hole.lowerBound > low { result.append(low...(hole.lowerBound - 1)) }
        low = hole.upperBound + 1
      }
      if low <= range.upperBound { result.append(low...range.upperBound) }
    }
    return CodePoints(result)
  }

  func intersection(_ other: CodePoints) -> CodePoints { subtracting(other.inverted) }
}
