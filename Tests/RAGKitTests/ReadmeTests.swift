import Foundation
import TestSupport
import Testing

/// What the documents show is what the program is.
@Suite struct ReadmeTests {
  @Test func theExampleIsTheOneThatCompiles() throws {
    let readme = try String(contentsOf: Repository.url.appendingPathComponent("README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: "```swift\n")?.upperBound)
    let end = try #require(readme.range(of: "```", range: start..<readme.endIndex)?.lowerBound)
    let compiled = try String(
      contentsOf: Repository.url.appendingPathComponent("Tests/RAGKitTests/ReadmeExample.swift"), encoding: .utf8
    )
    let parts = readme[start..<end].split(separator: "\n\n", maxSplits: 1)
    #expect(parts.count == 2)
    for part in parts { #expect(compiled.contains(part)) }
  }
}
