import Foundation
import TestSupport
import Testing

/// On a disk without room an index can be searched, and whatever cannot be done says why.
@Suite struct FullDiskTests {
  private let notes: Notes
  private let faults: Faults

  init() async throws {
    notes = try Notes()
    faults = try Faults(in: notes.folder.path)
    #expect(try await notes.rag("index", notes.notes).status == 0)
  }

  private func withoutRoom(_ arguments: String...) async throws -> BuiltProgram.Result {
    try await notes.rag(arguments, environment: try faults.environment("full"))
  }

  /// Leaves committed changes in the log, as a process does that is killed before it folds them into the file.
  private func leaveALog() async throws {
    try notes.folder.write("# Tide\n\nHigh tide is at six.\n", to: "notes/tide.md")
    let copy = notes.folder.path + "/copy.sqlite"
    try FileManager.default.copyItem(atPath: notes.index, toPath: copy)
    _ = try await notes.rag(["index", "--index", copy], environment: try faults.environment())
    let calls = try faults.calls()
    let number = try #require(calls.firstIndex { $0.name == "pwrite" && $0.path == copy }) + 1
    _ = try await notes.rag(["index"], environment: try faults.environment("before", at: number))
    let size = try FileManager.default.attributesOfItem(atPath: notes.index + "-wal")[.size] as? Int
    #expect(size ?? 0 > 0)
  }

  @Test(arguments: [false, true]) func whatOnlyReadsWorks(hasLog: Bool) async throws {
    if hasLog { try await leaveALog() }
    let commands = [
      ["status", "--json"], ["search", "--json", "tyre pressure"], ["search", hasLog ? "tide" : "starter"],
    ]
    var results: [BuiltProgram.Result] = []
    for arguments in commands {
      results.append(try await notes.rag(arguments, environment: try faults.environment("full")))
    }
    for (arguments, result) in zip(commands, results) {
      #expect(result.status == 0, "\(arguments): \(result.errors)")
      #expect(result.output == (try await notes.rag(arguments)).output)
    }
    #expect(results.last?.output.contains(hasLog ? "tide.md" : "bread.md") == true)
  }

  @Test func whatWritesNamesTheDiskAndSaysWhatToDo() async throws {
    try notes.folder.write("# Tide\n\nHigh tide is at six.\n", to: "notes/tide.md")
    for arguments in [["index"], ["index", "--rebuild"], ["forget", notes.notes]] {
      let result = try await notes.rag(arguments, environment: try faults.environment("full"))
      #expect(result.status == 2)
      #expect(result.errors.contains("No space left on the disk of \(notes.index)"), "\(result.errors)")
      #expect(result.errors.contains("Free some space"), "\(result.errors)")
      #expect(result.errors.filter { $0 == "\n" }.count == 1)
    }
    #expect(try await notes.rag("search", "tyre pressure").output.contains("bike.md"))
  }

  @Test func aFirstIndexSaysSoToo() async throws {
    let result = try await withoutRoom("index", "--index", notes.folder.path + "/new/index.sqlite", notes.notes)
    #expect(result.status == 2 && result.errors.contains("No space left on the disk of"), "\(result.errors)")
  }

  /// A search that was opened without room for SQLite's shared memory does not see what is written meanwhile.
  @Test func whereThereIsRoomAgainASearchDoesNotWriteUnderItself() async throws {
    try notes.folder.write("# Tide\n\nHigh tide is at six.\n", to: "notes/tide.md")
    try notes.folder.write(Notes.bike + "\nSold.\n", to: "notes/bike.md")
    let copy = notes.folder.path + "/copy.sqlite"
    try FileManager.default.copyItem(atPath: notes.index, toPath: copy)
    _ = try await notes.rag(["search", "tide"], environment: try faults.environment())
    let calls = try faults.calls()
    #expect(calls.contains { $0.path.hasSuffix(".lock") }, "it has not indexed what changed")
    for (number, call) in calls.enumerated() where call.name == "create" && call.path.hasSuffix("-shm") {
      try FileManager.default.removeItem(atPath: notes.index)
      try FileManager.default.copyItem(atPath: copy, toPath: notes.index)
      let result = try await notes.rag(
        ["search", "starter"], environment: try faults.environment("ENOSPC", at: number + 1))
      #expect(result.status == 0 && result.output.contains("bread.md"), "\(number): \(result)")
    }
  }
}
