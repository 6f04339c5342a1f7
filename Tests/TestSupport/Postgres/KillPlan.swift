import Foundation

/// How many kills a test makes, and the seed of the moments at which it makes them. `RAG_TEST_KILLS` asks for more, and
/// `RAG_TEST_SEED` repeats a run that failed.
package struct KillPlan: Sendable, CustomStringConvertible {
  package let kills: Int
  package let seed: UInt64

  package init(kills usual: Int, seed usualSeed: UInt64 = .random(in: 0..<1_000_000)) {
    let environment = ProcessInfo.processInfo.environment
    kills = environment["RAG_TEST_KILLS"].flatMap { Int($0) } ?? usual
    seed = environment["RAG_TEST_SEED"].flatMap { UInt64($0) } ?? usualSeed
  }

  /// The time limit in minutes of a test that has so many with the usual number of kills.
  package static func minutes(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["RAG_TEST_KILLS"] == nil ? usual : 600
  }

  package var generator: SeededGenerator { SeededGenerator(seed: seed) }

  /// Which kill it was, for a message: `kill 3, RAG_TEST_SEED=11`.
  package func step(_ kill: Int) -> String { "kill \(kill), \(self)" }

  package var description: String { "RAG_TEST_SEED=\(seed)" }
}
