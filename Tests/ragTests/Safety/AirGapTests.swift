import AirGap
import Foundation
import TestSupport
import Testing

/// What a command cannot do even if it wants to: a library in it that tries to carry out what it reads.
@Suite(.serialized) struct AirGapTests {
  private static let library = Result { try CompiledLibrary("traitor.c") }
  /// The names of its attempts, as its source has them.
  private static let ways = Result {
    let source = try String(contentsOf: Repository.url.appending(path: "Tests/torture/traitor.c"), encoding: .utf8)
    return Set(source.matches(of: #/tell\("([\w-]+)",/#).map { String($0.1) })
  }

  /// Where the traitor carries things to.
  private let outside: TemporaryFolder
  private let listener: RawServer
  /// What it wants to change.
  private let victim: Victim

  init() throws {
    outside = try TemporaryFolder()
    listener = try RawServer { _ in [] }
    victim = try Victim(in: outside)
  }

  /// A file and a process of the user's.
  private final class Victim {
    private let process = Process()
    private let path: String
    private let attributes: [FileAttributeKey: NSObject]

    init(in folder: TemporaryFolder) throws {
      path = try folder.write("precious", to: "victim")
      attributes = try Self.attributes(of: path)
      process.executableURL = URL(fileURLWithPath: "/bin/sleep")
      process.arguments = ["1000"]
      try process.start()
    }

    // Not SIGTERM: it may be blocked in what a test starts.
    deinit { kill(process.processIdentifier, SIGKILL) }

    var processID: Int32 { process.processIdentifier }

    private static func attributes(of path: String) throws -> [FileAttributeKey: NSObject] {
      let wanted: [FileAttributeKey] = [.posixPermissions, .modificationDate, .ownerAccountID, .referenceCount, .size]
      return try FileManager.default.attributesOfItem(atPath: path).filter { wanted.contains($0.key) }
        .compactMapValues { $0 as? NSObject }
    }

    /// Whether both are as they were.
    func isUnharmed() throws -> Bool {
      try process.isRunning && String(contentsOfFile: path, encoding: .utf8) == "precious"
        && Self.attributes(of: path) == attributes && getpriority(.init(PRIO_PROCESS.rawValue), id_t(processID)) == 0
    }
  }

  private func environment(strikingAt path: String) throws -> [String: String] {
    try Self.library.get().environment.merging([
      "TRAITOR_TRIGGER": path, "TRAITOR_PORT": "\(listener.port)", "TRAITOR_FOLDER": outside.path,
      "TRAITOR_VICTIM": "\(victim.processID)",
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
    for way in [
      "tcp", "udp", "local", "datagram-pair", "file", "folder", "link", "pipe", "child", "open-truncate", "truncate",
      "chmod", "fchmod", "utimes", "remove", "kill", "prlimit", "setpriority", "setown", "setsig", "shared-memory",
      "memfd",
    ] {
      #expect(attempts[way]?.contains("ok") == true, "\(way): \(attempts)")
    }
    #expect(try Set(carriedOut).isSuperset(of: ["child", "file", "folder", "link", "pipe"]))
    #expect(listener.connectionCount > 0)
    #expect(throws: (any Error).self) { try victim.isUnharmed() }
  }

  @Test(
    .enabled(if: AirGap.available == [.sockets, .writes]),
    arguments: [
      ["index", "notes", "bike.md"], ["search", "tyre pressure", "index.sqlite"], ["status", "", "index.sqlite"],
      ["ask", "What is the tyre pressure?", ".gguf"], ["ask", "What is the tyre pressure?", "index.sqlite"],
      ["chat", "", ".gguf"], ["summarize", "notes/bike.md", "bike.md"], ["verify", "answers.jsonl", "answers.jsonl"],
      ["mcp", "", "index.sqlite"], ["encode", "tyre", "safetensors"], ["forget", "notes", "index.sqlite"],
      ["doctor", "", "index.sqlite"], ["copy", "--to=copy.sqlite", "index.sqlite"],
    ])
  func nothingGetsOut(of run: [String]) async throws {
    let notes = try Notes()
    #expect(try await notes.rag("index", notes.notes).status == 0)
    try notes.folder.write("{}\n", to: "answers.jsonl")
    var arguments = [run[0]] + (run[1].isEmpty ? [] : [run[1]])
    if ["ask", "chat", "summarize"].contains(run[0]) { arguments += try Notes.shallowModel }
    if ["ask", "chat"].contains(run[0]) { arguments += ["--reply-tokens", "4"] }
    if run[0] == "summarize" { arguments += ["--words", "10"] }
    if run[0] == "index" { try notes.folder.write(Notes.bike + "\nMore.", to: "notes/bike.md") }
    let input =
      run[0] == "mcp"
      ? #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"status","arguments":{}}}"# + "\n"
      : "What is the tyre pressure?\n"
    let result = try await notes.rag(arguments, environment: environment(strikingAt: run[2]), input: input)
    let attempts = attempts(in: result.errors)
    let ways = try Self.ways.get()
    #expect(ways.count >= 40)
    #expect(Set(attempts.keys) == ways, "it did not strike: \(result)")
    for (way, outcomes) in attempts {
      // A call that is newer than libseccomp does not exist.
      #expect(outcomes.isSubset(of: ["EACCES", "EPERM", "EXDEV", "ENOSYS"]), "\(run[0]), \(way): \(outcomes)")
    }
    #expect(try carriedOut == ["victim"])
    #expect(try victim.isUnharmed())
    #expect(listener.connectionCount == 0)
  }

  /// What older kernels' Landlock does not refuse, other locks do.
  @Test(.enabled(if: AirGap.available == [.sockets, .writes] && AirGap.landlockVersion >= 6), arguments: 0...5)
  func nothingGetsOut(onAKernelWithLandlock version: Int) async throws {
    let notes = try Notes()
    #expect(try await notes.rag("index", notes.notes).status == 0)
    var environment = try environment(strikingAt: "index.sqlite")
    environment["TRAITOR_LANDLOCK"] = "\(version)"
    let attempts = attempts(in: try await notes.rag(["status"], environment: environment).errors)
    #expect(Set(attempts.keys) == (try Self.ways.get()))
    let open = Set(attempts.filter { $0.value.contains("ok") }.map(\.key))
    // Without Landlock, files can be written anywhere, and through /proc other processes, but no more than that.
    let writing: Set = [
      "file", "folder", "link", "hard-link", "open-truncate", "open-append", "rename", "own-memory", "remove",
      "program", "child",
      "proc-mem",
    ]
    #expect(version == 0 ? open.isSubset(of: writing) && open.contains("file") : open.isEmpty, "\(version): \(open)")
    #expect(try version == 0 || victim.isUnharmed())
  }

  /// Landlock would not reach a thread that a library has started before.
  @Test(.enabled(if: AirGap.available == [.sockets, .writes])) func noThreadIsOlderThanTheLocks() async throws {
    let notes = try Notes()
    let early = try CompiledLibrary("threads/early_thread.c")
    let result = try await notes.rag(["index", notes.notes], environment: early.environment)
    #expect(result.status == 2 && result.errors.contains("2 threads") && result.errors.count { $0 == "\n" } == 1)
    #expect(!FileManager.default.fileExists(atPath: notes.index))
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
    for way in ["file", "folder", "chmod", "truncate", "kill", "type", "io_uring", "ptrace"] {
      #expect(attempts[way]?.isSubset(of: ["EACCES", "EPERM"]) == true, "\(way): \(result)")
    }
    #expect(try carriedOut == ["victim"])
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
