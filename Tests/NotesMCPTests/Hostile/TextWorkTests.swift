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

  @Test(.enabled(if: count != nil), arguments: TextPattern.patterns(count ?? 0, seed: 2) + TextPattern.known)
  func fourTimesTheBytesAreFourTimesTheWork(pattern: TextPattern) throws {
    for work in TextWork.allCases {
      let bytes = min(100_000, work.most / 4)
      let once = try Self.seconds(work, pattern, bytes)
      let often = try Self.seconds(work, pattern, 4 * bytes)
      #expect(often < 0.05 || often < 6 * once, "\(work): \(once) s and \(often) s for four times as much")
      #expect(once < Self.longest, "\(work): \(once) s")
    }
  }

  #if DEBUG
    private static let longest = 20.0
  #else
    private static let longest = 2.0
  #endif

  /// Returns the processor's seconds of this thread, the least of three runs if they are short.
  private static func seconds(_ work: TextWork, _ pattern: TextPattern, _ bytes: Int) throws -> Double {
    let text = pattern.text(bytes)
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    var best = Double.infinity
    for _ in 0..<3 where best > 0.001 {
      let start = now()
      try work.run(text, as: "note." + pattern.ending)
      best = min(best, now() - start)
      if best > 0.3 { break }
    }
    return best
  }
}
