import Foundation
import TestSupport
import Testing

/// `rag doctor` tells the state that an index and its folders were brought into, and mends what it can.
@Suite struct DoctorStatesTests {
  private struct Report: Decodable {
    struct Finding: Decodable {
      var part: String
      var state: String
      var problem: String?
    }
    var findings: [Finding]

    /// What is said of a part, and its problem.
    func state(_ part: String) -> String? { findings.first { $0.part == part }?.state }
    func problem(_ part: String) -> String? { findings.first { $0.part == part }?.problem }
  }

  private static let parts = ["access", "changes", "folder", "formats", "leftovers", "orphans", "reader"]

  private func report(_ notes: Notes, _ options: String...) async throws -> Report {
    let arguments = ["doctor", "--json", "--model", try Models.shallowModel()] + options
    let result = try await notes.rag(arguments)
    return try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
  }

  private func problems(_ report: Report) -> [String] {
    report.findings.filter { $0.problem != nil && Self.parts.contains($0.part) }.map(\.part)
  }

  @Test func everyInjectedStateIsToldAndWhatIsSafeIsMended() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let healthy = try await report(notes)
    #expect(problems(healthy) == [])
    #expect(healthy.findings.count >= 15, "\(healthy.findings.map(\.part))")
    #expect(healthy.state("orphans") == "0" && healthy.state("formats") == "md 2")
    #expect(healthy.state("changes") == "the index is up to date")

    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: notes.index)
    try notes.folder.write("The pump is in the cellar.", to: "notes/pump.md")
    try notes.folder.write("The chain is new.", to: "notes/bike.md")
    try notes.folder.write("no PDF at all", to: "notes/broken.pdf")
    let changed = try await report(notes)
    #expect(problems(changed) == ["access", "changes"])
    #expect(changed.state("changes") == "3 files differ")

    _ = try await report(notes, "--repair")
    let mended = try await report(notes)
    #expect(problems(mended) == ["formats"])
    #expect(mended.state("formats") == "md 3; pdf 0, 1 failed")
    #expect(try await notes.rag("search", "pump").output.contains("pump.md"))
    let rights = try FileManager.default.attributesOfItem(atPath: notes.index)[.posixPermissions] as? Int
    #expect(rights == 0o600)

    // What would lose something is only told.
    try FileManager.default.copyItem(atPath: notes.index, toPath: notes.index + ".damaged-1")
    try FileManager.default.moveItem(atPath: notes.notes, toPath: notes.notes + "-away")
    let gone = try await report(notes, "--repair")
    #expect(problems(gone) == ["leftovers", "folder", "formats"])
    #expect(gone.problem("folder")?.contains("rag forget") == true && gone.state("changes") == nil)
    #expect(FileManager.default.fileExists(atPath: notes.index + ".damaged-1"))
    #expect(try await notes.rag("status").output.contains("\n3 documents, "))
  }
}
