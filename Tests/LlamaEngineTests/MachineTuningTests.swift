import Foundation
import LlamaEngine
import TestSupport
import Testing

@Suite struct MachineTuningTests {
  private typealias Timing = MachineTuning.Timing

  /// Timings of prompts on all cores, and of replies by threads, in seconds.
  private func timings(isRepacked: Bool, prompt: Double, replies: [Int: Double], cores: Int) -> [Timing] {
    [Timing(isRepacked: isRepacked, tokens: MatrixTiming.promptTokens, threads: cores, seconds: prompt)]
      + replies.map { Timing(isRepacked: isRepacked, tokens: 1, threads: $0.key, seconds: $0.value) }
  }

  @Test(arguments: [(1.0, false), (0.9, false), (0.8, true), (0.7, true), (0.4, true), (1.8, false)])
  func weightsAreLaidOutAnewOnlyWhereThatSavesMuch(factor: Double, expected: Bool) throws {
    let plain = timings(isRepacked: false, prompt: 0.010, replies: [1: 0.0008, 2: 0.0004], cores: 2)
    let repacked = timings(
      isRepacked: true, prompt: 0.010 * factor, replies: [1: 0.0008 * factor, 2: 0.0004 * factor], cores: 2)
    let tuning = try #require(MachineTuning(choosingFrom: plain + repacked, cores: 2))
    #expect(tuning.repacksWeights == expected)
    #expect(tuning.promptThreads == 2 && tuning.replyThreads == 2)
  }

  @Test func weightsStayAsTheyAreWhereThereIsNoOtherLayout() throws {
    let plain = timings(isRepacked: false, prompt: 0.01, replies: [1: 0.001], cores: 1)
    #expect(try #require(MachineTuning(choosingFrom: plain, cores: 1)).repacksWeights == false)
    #expect(MachineTuning(choosingFrom: [], cores: 1) == nil)
  }

  @Test(arguments: [
    ([1: 8.0, 2: 4.0, 4: 2.0, 8: 1.0], 8), ([1: 8.0, 2: 4.0, 4: 3.9, 8: 3.9], 2),
    ([1: 8.0, 2: 9.0, 4: 9.0, 8: 9.0], 1),
    ([1: 8.0, 2: 4.0, 4: 3.9, 8: 2.0], 8),
  ])
  func repliesUseAsManyThreadsAsHelp(milliseconds: [Int: Double], expected: Int) throws {
    let plain = timings(isRepacked: false, prompt: 0.01, replies: milliseconds.mapValues { $0 / 1000 }, cores: 8)
    #expect(try #require(MachineTuning(choosingFrom: plain, cores: 8)).replyThreads == expected)
  }

  @Test func whatWasMeasuredIsKeptAndNotMeasuredAgain() throws {
    let folder = try TemporaryFolder()
    // No two tests may use the same type: what a process has measured it remembers.
    let (bfloat16, float64): (UInt32, UInt32) = (30, 28)
    let made = MachineTuning(
      choosingFrom: timings(isRepacked: false, prompt: 0.01, replies: [1: 0.001], cores: 1), cores: 1)
    #expect(MachineTuning.tuning(forType: bfloat16, keptIn: folder.path) { _, _ in made } == made)
    #expect(MachineTuning.tuning(forType: bfloat16, keptIn: folder.path) { _, _ in nil } == made)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.count == 1)
    let file = folder.path + "/" + (try #require(files.first))
    #expect(try JSONDecoder().decode(MachineTuning.self, from: Data(contentsOf: URL(filePath: file))) == made)
    // What could not be measured is not kept.
    let unknown = MachineTuning.tuning(forType: float64, keptIn: folder.path) { _, _ in nil }
    #expect(unknown.timings.isEmpty && !unknown.repacksWeights)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }

  /// The types of weights in the catalogue's models, and one that cannot be made without an importance matrix.
  @Test(arguments: [(0, true), (1, true), (3, true), (8, true), (12, true), (14, true), (19, false)])
  func productsOfEveryUsualTypeAreTimed(type: UInt32, isTimed: Bool) {
    let matrix = MatrixTiming(type: type, repacking: false)
    #expect((matrix != nil) == isTimed)
    for tokens in [1, MatrixTiming.promptTokens] {
      guard let seconds = matrix?.seconds(tokens: tokens, threads: 1, repetitions: 1) else { continue }
      #expect(seconds > 0 && seconds.isFinite)
    }
    // Where there is another layout, it can be multiplied with as well.
    if let repacked = MatrixTiming(type: type, repacking: true) {
      #expect(repacked.seconds(tokens: MatrixTiming.promptTokens, threads: 1, repetitions: 1).isFinite)
    }
  }
}
