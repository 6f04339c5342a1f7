import Foundation
import TestSupport
import Testing

/// What the documents show is what the program is.
@Suite struct ReadmeTests {
  private func text(of document: String) throws -> String {
    try String(contentsOf: Repository.url.appendingPathComponent(document), encoding: .utf8)
  }

  @Test func theExamplesAreThoseThatCompile() throws {
    let compiled = try text(of: "Tests/RAGKitTests/ReadmeExample.swift")
    let blocks = try text(of: "README.md").split(separator: "```swift\n").dropFirst()
      .map { $0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex) }
      .filter { !$0.contains(".package(") }
    #expect(blocks.count == 2)
    for part in blocks.joined(separator: "\n").split(separator: "\n\n") {
      #expect(compiled.contains(part.trimmingCharacters(in: .newlines)), "\(part)")
    }
  }

  /// Golden files hold every help page.
  @Test func everyOptionInTheDocumentsIsInAHelpPage() throws {
    let help = try GoldenFile.everything()
    for document in ["README.md", "docs/indexing.md", "docs/search.md", "docs/conversations.md"] {
      let lines = try text(of: document).split(separator: "\n").filter { !$0.contains("ctl --user") }
      let options = lines.joined(separator: "\n").matches(of: #/(?:^|[ `'])(--[a-z][a-z-]+)/#).map {
        String($0.output.1)
      }
      for option in Set(options) {
        #expect(
          help.contains("  \(option)") || help.contains(", \(option)") || help.contains("/\(option)"),
          "\(document): \(option)")
      }
    }
  }
}
