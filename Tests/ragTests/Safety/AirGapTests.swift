import AirGap
import Foundation
import TestSupport
import Testing

/// What a command cannot do even if it wants to: a library in it that tries to carry out what it reads.
@Suite(.serialized) struct AirGapTests {
  private static let library = Result { try CompiledLibrary("traitor.c") }
  private static let ways = ["tcp", "udp", "local", "io_uring", "file", "folder", "link", "child"]

  /// Where the traitor carries things to.
  private let outside: TemporaryFolder
  private let listener: RawServer

  init() throws {
    outside = try TemporaryFolder()
    listener = try RawServer { _ in [] }
  }

  private func environment(strikingAt path: String) throws -> [String: String] {
    try Self.library.get().environment.merging([
      "TRAITOR_TRIGGER": path, "TRAITOR_PORT": "\(listener.port)", "TRAITOR_FOLDER": outside.path,
    ]) { $1 }
  }

  /// What became of each attempt, by name: `ok` or the error.
  private func attempts(in errors: String) -> [String: Set<String>] {
    errors.split(separator: "\n").reduce(into: [:]) { attempts, line in
      let parts = line.split(separator: " ")
      guard parts.count == 3, parts[0] == "traitor:" else { return }
      attempts[String(parts[1]), default: []].insert(String(parts[2]))
    }
  }

  private var carriedOut: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: outside.path).sorted() }
  }

  /// The watch sees a traitor in a program without the lock.
  @Test func withoutTheLockEverythingGetsOut() async throws {
    let note = try outside.write("A note.", to: "note.md")
    let result = try await BuiltProgram.run(
      executable: "/bin/cat", [note], environment: environment(strikingAt: "note.md"))
    let attempts = attempts(in: result.errors)
    for way in ["tcp", "udp", "local", "file", "folder", "link", "child"] {
      #expect(attempts[way]?.contains("ok") == true, "\(way): \(attempts)")
    }
    #expect(try carriedOut == ["child", "file", "folder", "link", "note.md"])
    #expect(listener.connectionCount > 0)
  }

  @Test(
    .enabled(if: AirGap.available == [.sockets, .writes]),
    arguments: [
      ["index", "notes", "bike.md"], ["search", "tyre pressure", "index.sqlite"], ["status", "", "index.sqlite"],
      ["ask", "What is the tyre pressure?", ".gguf"], ["ask", "What is the tyre pressure?", "index.sqlite"],
      ["chat", "", ".gguf"], ["summarize", "notes/bike.md", "bike.md"], ["verify", "answers.jsonl", "answers.jsonl"],
      ["mcp", "", "index.sqlite"], ["encode", "tyre", "safetensors"], ["forget", "notes", "index.sqlite"],
      ["calibrate", "", "index.sqlite"], ["doctor", "", "index.sqlite"], ["copy", "--to=copy.sqlite", "index.sqlite"],
    ])
  func nothingGetsOut(of run: [String]) async throws {
    let notes = try Notes()
    #expect(try await notes.rag("index", notes.notes).status == 0)
    try notes.folder.write("{}\n", to: "answers.jsonl")
    var arguments = [run[0]] + (run[1].isEmpty ? [] : [run[1]])
    if ["ask", "chat", "summarize", "calibrate"].contains(run[0]) { arguments += try Notes.shallowModel }
    if ["ask", "chat"].contains(run[0]) { arguments += ["--reply-tokens", "4"] }
    if run[0] == "summarize" { arguments += ["--words", "10"] }
    if run[0] == "calibrate" { arguments += ["--questions", "40"] }
    if run[0] == "index" { try notes.folder.write(Notes.bike + "\nMore.", to: "notes/bike.md") }
    let input =
      run[0] == "mcp"
      ? #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"status","arguments":{}}}"# + "\n"
      : "What is the tyre pressure?\n"
    let result = try await notes.rag(arguments, environment: environment(strikingAt: run[2]), input: input)
    let attempts = attempts(in: result.errors)
    #expect(Set(attempts.keys) == Set(Self.ways), "it did not strike: \(result)")
    for (way, outcomes) in attempts {
      #expect(outcomes.isSubset(of: ["EACCES", "EPERM", "EXDEV"]), "\(run[0]), \(way): \(outcomes)")
    }
    #expect(try carriedOut.isEmpty)
    #expect(listener.connectionCount == 0)
  }

  /// A server that the user names may be connected to; writing stays locked.
  @Test(.enabled(if: AirGap.available == [.sockets, .writes])) func aNamedServerOpensSocketsAlone() async throws {
    let notes = try Notes()
    #expect(try await notes.rag("index", notes.notes).status == 0)
    let result = try await notes.rag(
      ["ask", "--model", listener.address, "What is the tyre pressure?"],
      environment: environment(strikingAt: "index.sqlite"))
    let attempts = attempts(in: result.errors)
    #expect(attempts["tcp"] == ["ok"], "\(result)")
    #expect(attempts["file"] == ["EACCES"] && attempts["folder"] == ["EACCES"])
    #expect(try carriedOut.isEmpty)
  }

  /// Files that the user names are written, wherever they are, and the index may be a link.
  @Test func whatTheUserNamesIsWritten() async throws {
    let notes = try Notes()
    try FileManager.default.createDirectory(atPath: outside.path + "/far", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: notes.index, withDestinationPath: outside.path + "/far/index.sqlite")
    #expect(try await notes.rag("index", notes.notes).status == 0)
    let trace = outside.path + "/trace.jsonl"
    let asked = try await notes.rag(
      ["ask", "--trace", trace, "--reply-tokens", "4"] + Notes.shallowModel + ["What is the tyre pressure?"])
    #expect(asked.status < 2, "\(asked)")
    #expect(FileManager.default.fileExists(atPath: trace))
    #expect(FileManager.default.fileExists(atPath: outside.path + "/far/index.sqlite"))
  }
}
