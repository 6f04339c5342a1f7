import Foundation
import TestSupport
import Testing

/// The short form of `make torture`: some points of each operation, chosen by chance from a seed.
@Suite(.serialized) struct TortureTests {
  @Test(arguments: [
    ("first", 8), ("update", 6), ("rebuild", 5), ("forget", 5), ("version", 5), ("long", 4), ("session", 2),
  ])
  func whateverCallIsMetTheSameCommandMakesItGood(operation: String, points: Int) async throws {
    let result = try await BuiltProgram.run(
      executable: "/usr/bin/env",
      [
        "python3", Repository.url.appendingPathComponent("Tests/torture/torture").path, "--rag", BuiltProgram.path,
        "--models", Models.folder, "--points", String(points), "--seed", "20261122", "--jobs", "2", operation,
      ])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains(" 0 indexes or conversations dead or different"))
  }
}
