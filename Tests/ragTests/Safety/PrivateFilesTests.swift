import Foundation
import TestSupport
import Testing

/// What is made of notes is for their owner's eyes, from the moment when it is made, whatever the umask.
@Suite struct PrivateFilesTests {
  private func run(_ arguments: [String], in notes: Notes, umask: String, faults: Faults, input: String = "")
    async throws -> BuiltProgram.Result
  {
    try await BuiltProgram.run(
      executable: "/bin/sh", ["-c", "umask \(umask); exec \"$0\" \"$@\"", BuiltProgram.path] + arguments,
      environment: notes.environment.merging(try faults.environment()) { $1 }, input: input, in: notes.folder.path)
  }

  @Test(arguments: ["022", "000"]) func everyFileAndFolderIsItsOwnersAlone(umask: String) async throws {
    var notes = try Notes()
    let made = notes.folder.path + "/made"
    (notes.index, notes.home) = (made + "/deep/index.sqlite", made + "/home")
    let faults = try Faults(in: made)
    let model = try Notes.shallowModel + ["--reply-tokens", "4"]
    for (arguments, input) in [
      (["index", notes.notes], ""), (["index", "--rebuild"], ""), (["search", "tyre"], ""),
      (["ask", "--trace", made + "/trace"] + model + ["What is the tyre pressure?"], ""),
      (["chat", "--session", "bike", "--trace", made + "/trace"] + model, "What is the tyre pressure?\n"),
      (["copy", "--to", made + "/copied/copy.sqlite"], ""), (["forget", notes.notes], ""),
    ] {
      let result = try await run(arguments, in: notes, umask: umask, faults: faults, input: input)
      #expect(result.status < 2, "\(arguments): \(result.errors)")
    }
    let calls = try faults.calls().filter { ["create", "mkdir"].contains($0.name) }
    for ending in ["index.sqlite", "-wal", "-shm", ".lock", ".part", "trace", "/deep", "/conversations", "/fronts"] {
      #expect(calls.contains { $0.path.hasSuffix(ending) }, "\(ending) was not made")
    }
    for call in calls { #expect(call.mode & 0o077 == 0, "\(call)") }

    let paths = try #require(FileManager.default.enumerator(atPath: made))
    for case let path as String in paths {
      let attributes = try FileManager.default.attributesOfItem(atPath: made + "/" + path)
      let mode = try #require(attributes[.posixPermissions] as? Int)
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect(mode == (isFolder ? 0o700 : 0o600), "\(path)")
    }
  }

  @Test(arguments: ["022", "000"]) func anIndexBehindALinkThatLedNowhereIsPrivateToo(umask: String) async throws {
    let notes = try Notes()
    let faults = try Faults(in: notes.folder.path)
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: notes.index, withDestinationPath: "../second.link")
    try manager.createSymbolicLink(
      atPath: notes.folder.path + "/second.link", withDestinationPath: notes.folder.path + "/there/real.sqlite")
    #expect(try await run(["index", notes.notes], in: notes, umask: umask, faults: faults).status == 0)
    let real = notes.folder.path + "/there/real.sqlite"
    #expect(try manager.attributesOfItem(atPath: real)[.posixPermissions] as? Int == 0o600)
    #expect(try manager.contentsOfDirectory(atPath: notes.folder.path + "/there") == ["real.sqlite"])
    for call in try faults.calls() where call.name == "create" { #expect(call.mode & 0o077 == 0, "\(call)") }
    #expect(try await notes.rag("search", "tyre pressure").output.contains("bike.md"))
  }

  /// A folder and a file that the user made keep the permissions that they were given.
  @Test func whatIsThereKeepsItsPermissions() async throws {
    let notes = try Notes()
    let folder = notes.folder.path + "/shared"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    let result = try await notes.rag("index", "--index", folder + "/index.sqlite", notes.notes)
    #expect(result.status == 0)
    #expect(try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int == 0o755)
  }
}
