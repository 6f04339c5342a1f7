import Foundation
import TestSupport
import Testing

/// What a hub can do wrong ends in one line, and leaves nothing that could be taken for a model.
@Suite struct HubFaultTests {
  private let notes: Notes
  private var models: String { notes.home + "/models" }
  private static let data = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 7) })

  init() throws { notes = try Notes() }

  private func pull(
    _ hub: HubServer, _ more: [String: String] = [:], name: String = "hf:owner/tiny"
  ) async throws -> BuiltProgram.Result {
    let environment = ["RAG_MODELS": models].merging(hub.environment) { $1 }.merging(more) { $1 }
    return try await notes.rag(["models", "pull", name], environment: environment)
  }

  /// All files in the folder of models but the lock.
  private var left: [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: models)) ?? []).filter { $0 != ".pull.lock" }
  }

  private func expect(
    _ result: BuiltProgram.Result, says text: String, location: SourceLocation = #_sourceLocation
  ) {
    #expect(result.status == 2 && result.output.isEmpty, "\(result)", sourceLocation: location)
    #expect(result.errors == "rag: \(text)\n", sourceLocation: location)
  }

  /// A hub that answers its list of files with this.
  private func hub(_ status: String, _ more: String = "", body: String = "") throws -> HubServer {
    try HubServer([], hub: { _ in [.response(body, status: status, more: more)] })
  }

  @Test func refusalsSayWhatToDo() async throws {
    let token = ["HF_TOKEN": "hf_secret"]
    let gated = try hub("403 Forbidden", "X-Error-Code: GatedRepo\r\n")
    let terms = "http://127.0.0.1:\(gated.hub.port)/owner/tiny"
    expect(
      try await pull(gated),
      says: "owner/tiny is gated: its owner asks for your consent; agree at \(terms), and set HF_TOKEN to a token of "
        + "your account")
    expect(
      try await pull(gated, token),
      says: "owner/tiny is gated: its owner asks for your consent, and the account of your token has not given it; "
        + "agree at \(terms)")
    let missing = try hub("401 Unauthorized", body: #"{"error": "Invalid username or password."}"#)
    expect(
      try await pull(missing), says: "127.0.0.1 has no owner/tiny, or it is private: check the name, or set HF_TOKEN")
    let wrong = try hub("401 Unauthorized", "X-Error-Message: Invalid credentials in Authorization header\r\n")
    expect(try await pull(wrong, token), says: "127.0.0.1 does not accept your token: set HF_TOKEN to a valid one")
    expect(
      try await pull(hub("404 Not Found", "X-Error-Code: RepoNotFound\r\n"), token),
      says: "127.0.0.1 has no owner/tiny, or your token does not allow reading it: check the name")
    expect(
      try await pull(hub("500 Oops", body: #"{"error": "a\u001b[2Jb\nc"}"#)),
      says: #"127.0.0.1 failed with status 500: a\u{1B}[2Jb\nc"#)
    expect(
      try await pull(hub("200 OK", body: "<html>")),
      says: "127.0.0.1 does not speak the hub's API: its list of files cannot be read")
    #expect(left.isEmpty)
  }

  @Test func aTokenIsReadFromTheUsersFile() async throws {
    try notes.folder.write("hf_kept\n", to: "hf/token")
    let hub = try hub("404 Not Found")
    _ = try await pull(hub, ["HF_HOME": notes.home + "/hf"])
    #expect(hub.hub.requests.allSatisfy { $0.head.hasSuffix("Authorization: Bearer hf_kept") })
    try notes.folder.write("hf_kept\r\nX-Other: 1\n", to: "hf/token")
    let other = try self.hub("404 Not Found")
    _ = try await pull(other, ["HF_HOME": notes.home + "/hf"])
    #expect(other.hub.requests.count == 1 && !other.hub.requests[0].head.contains("hf_kept"))
  }

  @Test func aLimitOfRequestsIsObeyed() async throws {
    let count = Recorded<Void>()
    let files = [HubServer.File.large("a.gguf", Self.data)]
    let patient = try HubServer(
      files,
      hub: { _ in
        count.append(())
        switch count.all.count {
        case 1: return [.response("", status: "429 Too Many Requests", more: "Retry-After: 1\r\n")]
        case 2: return [.response("", status: "429 Too Many Requests", more: "RateLimit: \"api\";r=0;t=1\r\n")]
        default: return nil
        }
      })
    // What it sends is no model, but it is all there.
    let result = try await pull(patient)
    let waiting = "127.0.0.1 allows no more requests for now; waiting 1 seconds.\n"
    #expect(result.errors.hasPrefix(waiting + waiting) && patient.store.requests.count == 1, "\(result)")
    expect(
      try await pull(hub("429 Too Many Requests", "Retry-After: 3600\r\n")),
      says: "127.0.0.1 allows no more requests for 60 minutes: run the command again later")
  }

  @Test func aWrongSumLeavesNothing() async throws {
    let digest = String(repeating: "ab", count: 32)
    let hub = try HubServer([.large("a.gguf", Self.data, digest: digest)])
    let result = try await pull(hub)
    #expect(result.status == 2 && result.errors.contains("expected abababababab…"), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1 && left.isEmpty)
  }

  @Test func moreBytesThanListedAreNotTaken() async throws {
    let hub = try HubServer([.large("a.gguf", Self.data)]) { _, data in
      [.text("HTTP/1.1 200 OK\r\n\r\n"), .send(Array(data + data))]
    }
    let result = try await pull(hub)
    #expect(result.status == 2 && result.errors.contains("expected 300000"), "\(result.errors)")
    #expect(left.isEmpty)
  }

  @Test func otherBytesThanAskedForAreNotTaken() async throws {
    let hub = try HubServer([.large("a.gguf", Self.data)]) { request, data in
      guard HubServer.start(of: request) != nil else { return HubServer.steps(for: request, data, upTo: 1000) }
      return [
        .response("x", status: "206 Partial Content", more: "Content-Range: bytes 0-299999/300000\r\n")
      ]
    }
    expect(
      try await pull(hub),
      says: "127.0.0.1 does not speak the hub's API: it sends other bytes than it was asked for")
    #expect(left.filter { $0.hasSuffix(".gguf") }.isEmpty)
  }

  @Test func aConnectionThatBringsNothingIsNotTriedForEver() async throws {
    let hub = try HubServer([.large("a.gguf", Self.data)]) { request, data in
      HubServer.start(of: request) == nil ? HubServer.steps(for: request, data, upTo: 1000) : [.reset]
    }
    expect(
      try await pull(hub),
      says: "the connection to 127.0.0.1 broke; what has arrived is kept: run the command again to fetch the rest")
    #expect(left.contains("hub/owner/tiny/a.gguf.part"))
  }

  @Test func withoutANetworkOneLineSaysSo() async throws {
    let closed = try RawServer { _ in [] }.port
    expect(
      try await pull(HubServer([]), ["HF_ENDPOINT": "http://127.0.0.1:\(closed)"]),
      says:
        "no connection to 127.0.0.1: nothing listens there; check the network and run the command again; without one, "
        + "take the model's files from another machine with 'rag models pull NAME --from FOLDER' or 'rag models add FILE'"
    )
    let unknown = try await pull(HubServer([]), ["HF_ENDPOINT": "https://hub.invalid", "https_proxy": ""])
    #expect(unknown.errors.hasPrefix("rag: no connection to hub.invalid: "), "\(unknown.errors)")
    #expect(unknown.errors.split(separator: "\n").count == 1)
    expect(
      try await pull(HubServer([]), ["HF_ENDPOINT": "ftp://hub"]),
      says: "ftp://hub is not the address of a hub: correct HF_ENDPOINT")
  }

  @Test(arguments: ["/api/round", "file:///etc/passwd", "ftp://127.0.0.1/x"])
  func redirectsHaveTheirLimits(target: String) async throws {
    let hub = try hub("302 Found", "Location: \(target)\r\n")
    let loops = target.hasPrefix("/")
    expect(
      try await pull(hub),
      says: loops ? "127.0.0.1 redirects without end" : "127.0.0.1 redirects to an address that is not encrypted")
    #expect(hub.hub.requests.count == (loops ? 9 : 1))
  }

  @Test func aRedirectOfTheListTakesNoTokenElsewhere() async throws {
    let other = try RawServer { _ in [.response("[]")] }
    let hub = try hub("302 Found", "Location: http://127.0.0.1:\(other.port)/list\r\n")
    let result = try await pull(hub, ["HF_TOKEN": "hf_secret"])
    #expect(result.errors.contains("neither a .gguf model"), "\(result.errors)")
    #expect(other.requests.count == 1 && !other.requests[0].head.contains("hf_secret"))
  }

  @Test func hostileNamesAreLeftOut() async throws {
    let names = [
      "../../evil.gguf", "/evil.gguf", "a/../../evil.gguf", ".hidden/evil.gguf", "./evil.gguf", "a//evil.gguf",
      "evil\u{1B}[2J.gguf", "evil\u{202E}.gguf", "evil\n.gguf", "a\\evil.gguf",
      String(repeating: "e", count: 300) + ".gguf",
      "",
    ]
    let hub = try HubServer(names.map { .large($0, Self.data) })
    expect(
      try await pull(hub),
      says: "owner/tiny has neither a .gguf model nor the folder of a BERT model (config.json, model.safetensors)")
    #expect(left.isEmpty && hub.store.requests.isEmpty)
    for name in [
      "hf:owner", "hf:../tiny", "hf:owner/..", "hf:owner/tiny/../x.gguf", "hf:owner/tiny/", "hf:a b/c", "hf:",
    ] {
      let result = try await pull(hub, name: name)
      #expect(result.status == 2 && result.errors.contains("does not name a repository"), "\(result)")
    }
    #expect(hub.hub.requests.count == 1)
  }

  @Test func impossibleSizesAreLeftOut() async throws {
    let digest = String(repeating: "ab", count: 32)
    let files = (1...2).map { number in
      #"{"type": "file", "path": "a-0000\#(number)-of-00002.gguf", "size": 1, "#
        + #""lfs": {"oid": "\#(digest)", "size": 9223372036854775807}}"#
    }
    let result = try await pull(hub("200 OK", body: "[\(files.joined(separator: ","))]"))
    #expect(result.status == 2 && result.errors.contains("neither a .gguf model"), "\(result)")
  }

  @Test func whatIsNoModelIsNotKept() async throws {
    let result = try await pull(HubServer([.large("a.gguf", Self.data)]))
    #expect(result.status == 2 && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(left.isEmpty)
  }

  @Test func aFullDiskLeavesNothingHalfThere() async throws {
    let hub = try HubServer([.large("a.gguf", Self.data)])
    let faults = try Faults(in: notes.folder.path)
    _ = try await pull(hub, try faults.environment())
    let number = try #require(try faults.calls().firstIndex { $0.name == "pwrite" && $0.path.hasSuffix(".part") })
    for call in [1, number + 2] {
      let result = try await pull(hub, try faults.environment("full", at: call))
      #expect(result.status == 2 && result.errors.contains("cannot be written"), "\(call): \(result.errors)")
      #expect(result.errors.contains("free some space") && left.isEmpty, "\(left)")
    }
  }

  @Test func aDownloadOfTheListTakesNoFileInstead() async throws {
    let result = try await notes.rag("models", "pull", "hf:owner/tiny", "--from", "x.gguf")
    #expect(result.status == 64 && result.errors.contains("rag models add"))
  }
}
