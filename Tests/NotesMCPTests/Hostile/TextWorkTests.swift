import Foundation
import NotesMCP
import TestSupport
import Testing

/// Text that is made to keep a parser busy takes time in proportion to its length. `make fuzz` tries more of it.
@Suite struct TextWorkTests {
  /// 500 and more with `RAG_PATTERNS`; then each is measured, too.
  private static let count = ProcessInfo.processInfo.environment["RAG_PATTERNS"].flatMap(Int.init)

  /// None of these would end if it took the square of its length.
  @Test(
    .timeLimit(.minutes(5)),
    arguments: TextPattern.patterns(count == nil ? 40 : 0, seed: 1) + TextPattern.known)
  func everyTextEnds(pattern: TextPattern) throws {
    let text = pattern.text(60_000)
    for work in TextWork.allCases {
      try work.run(String(text.prefix(work.most)), as: "note." + pattern.ending)
    }
  }

  @Test(.enabled(if: count != nil), arguments: TextPattern.patterns(count ?? 0, seed: seed) + TextPattern.known)
  func twiceTheBytesAreTwiceTheWork(pattern: TextPattern) throws {
    for work in TextWork.allCases {
      let least = min(Self.least, work.most / 4)
      var (sizes, seconds) = try Self.measured(work, pattern, least)
      // Where a text does not fit into a cache any more, time grows faster, but only there.
      if Self.isOutOfProportion(seconds) { (sizes, seconds) = try Self.measured(work, pattern, 4 * least) }
      #expect(!Self.isOutOfProportion(seconds), "\(work): \(seconds) s for \(sizes) bytes")
      let perBytes = seconds[0] * Double(least) / Double(sizes[0])
      #expect(perBytes < 2 || seconds[0] == .infinity, "\(work): \(perBytes) s for \(least) bytes")
    }
  }

  /// Returns the times for a text of so many bytes, twice as many and four times as many.
  private static func measured(_ work: TextWork, _ pattern: TextPattern, _ least: Int) throws -> ([Int], [Double]) {
    let sizes = [least, 2 * least, 4 * least]
    var seconds = sizes.map { _ in Double.infinity }
    // What is out of proportion is measured again: other programs slow one run, but hardly five.
    for _ in 0..<5 {
      for (place, bytes) in sizes.enumerated().reversed() {
        seconds[place] = min(seconds[place], try Self.seconds(work, pattern, bytes))
        // What is so fast is in no danger, and cannot be measured well.
        if place == 2, seconds[place] < 0.03 { break }
      }
      if !isOutOfProportion(seconds) { break }
    }
    return (sizes, seconds)
  }

  private static let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) ?? 2

  /// The smallest of three sizes: `RAG_BYTES`. Without optimization, everything takes ten times as long.
  private static var least: Int {
    if let bytes = ProcessInfo.processInfo.environment["RAG_BYTES"].flatMap(Int.init) { return bytes }
    #if DEBUG
      return 12_500
    #else
      return 100_000
    #endif
  }

  private static func isOutOfProportion(_ seconds: [Double]) -> Bool {
    seconds[0].isFinite && seconds[2] > 2.2 * seconds[1] && seconds[2] > 2.2 * 2.2 * seconds[0]
  }

  /// Returns the processor's seconds of this thread.
  private static func seconds(_ work: TextWork, _ pattern: TextPattern, _ bytes: Int) throws -> Double {
    let text = pattern.text(bytes)
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try work.run(text, as: "note." + pattern.ending)
    return now() - start
  }
}
