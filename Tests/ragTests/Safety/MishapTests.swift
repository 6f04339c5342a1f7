import Foundation
import TestSupport
import Testing

/// The short form of `Tests/torture/mishaps`: some trials of each kind, chosen by chance from a seed.
@Suite struct MishapTests {
  @Test func whateverGoesWrongTheNextRunMakesItGood() async throws {
    let result = try await BuiltProgram.run(
      executable: "/usr/bin/env",
      [
        "python3", Repository.url.appendingPathComponent("Tests/torture/mishaps").path, "--rag", BuiltProgram.path,
        "--trials", "120", "--seed", "20261125", "--jobs", "2",
      ])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains(" 0 indexes lost or different"))
  }
}
