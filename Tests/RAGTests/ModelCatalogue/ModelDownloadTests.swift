import Embedding
import Foundation
import ModelCatalogue
import Testing

/// Downloads from files of this machine, by the real curl and by stand-ins for it.
@Suite struct ModelDownloadTests {
  private static let text = String(repeating: "weights ", count: 5000)

  private let scratch: TemporaryFolder
  private let folder: ModelFolder

  init() throws {
    scratch = try TemporaryFolder()
    folder = ModelFolder(at: scratch.path + "/models")
  }

  private func entry(_ sources: [CatalogueEntry.Source], sumOf text: String = text) throws -> CatalogueEntry {
    let file = CatalogueEntry.File(
      path: "tiny.gguf", bytes: Int64(text.utf8.count), sha256: SHA256Digest.hexadecimal(of: text), sources: sources)
    let json = try JSONEncoder().encode(["models": [Entry(files: [file])]])
    return try #require(try Catalogue(json: json).entries.first)
  }

  /// What a catalogue's entry looks like in JSON.
  private struct Entry: Encodable {
    var name = "tiny", kind = "model", isDefault = false, licence = "none", contextSize = 1, path = "tiny.gguf"
    var files: [CatalogueEntry.File]
  }

  private func source(_ path: String) -> CatalogueEntry.Source {
    CatalogueEntry.Source(url: URL(fileURLWithPath: path).absoluteString, packages: nil)
  }

  private var leftovers: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { !$0.hasPrefix(".") }
  }

  @Test func aFileArrivesWholeAndIsVerified() async throws {
    let entry = try entry([source(try scratch.write(Self.text, to: "release"))])
    #expect(!folder.isPresent(entry))
    try await ModelDownload(of: entry, into: folder).run()
    #expect(folder.isPresent(entry))
    try folder.verify(entry)
    #expect(leftovers == ["tiny.gguf"])
  }

  @Test func anInterruptedDownloadGoesOnWhereItStopped() async throws {
    let entry = try entry([source(try scratch.write(Self.text, to: "release"))])
    try scratch.write(String(Self.text.prefix(1234)), to: "models/tiny.gguf.part")
    try await ModelDownload(of: entry, into: folder).run()
    try folder.verify(entry)
  }

  @Test func theNextSourceIsTakenWhereTheFirstFails() async throws {
    let good = source(try scratch.write(Self.text, to: "release"))
    let wrong = source(try scratch.write(String(repeating: "w", count: 100), to: "other"))
    try await ModelDownload(of: try entry([source(scratch.path + "/nowhere"), wrong, good]), into: folder).run()
    #expect(leftovers == ["tiny.gguf"])
  }

  @Test func aWrongSumLeavesNothingAndSaysSo() async throws {
    let entry = try entry([source(try scratch.write(Self.text.replacing("weights", with: "Weights"), to: "release"))])
    let error = await #expect(throws: CatalogueError.self) {
      try await ModelDownload(of: entry, into: folder).run()
    }
    #expect(error?.localizedDescription.contains("SHA-256") == true)
    #expect(leftovers.isEmpty)
  }

  @Test func aLocalFileCanStandIn() async throws {
    let local = try scratch.write(Self.text, to: "usb/anything.bin")
    try await ModelDownload(of: try entry([]), into: folder).run(from: local)
    try folder.verify(try entry([]))
    await #expect(throws: CatalogueError.self) {
      try await ModelDownload(of: try entry([], sumOf: "other"), into: folder).run(from: local + "x")
    }
  }

  @Test func verifyingNoticesOneFlippedBit() async throws {
    let entry = try entry([source(try scratch.write(Self.text, to: "release"))])
    try await ModelDownload(of: entry, into: folder).run()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path(of: entry)))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: folder.path(of: entry)))
    #expect(throws: CatalogueError.self) { try folder.verify(entry) }
  }

  @Test func twoDownloadsAtOnceDoNotMixTheirBytes() async throws {
    let entry = try entry([source(try scratch.write(Self.text, to: "release"))])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 { group.addTask { try await ModelDownload(of: entry, into: folder).run() } }
      try await group.waitForAll()
    }
    try folder.verify(entry)
    #expect(leftovers == ["tiny.gguf"])
  }
}

/// The same, as the command line shows it, with a curl that fails as told.
@Suite struct ModelsCommandTests {
  private func pull(curl script: String) async throws -> (result: Program.Result, files: [String]) {
    let scratch = try TemporaryFolder()
    for tool in ["curl", "python3"] {
      let path = try scratch.write(
        tool == "curl" ? script : "#!/bin/sh\necho 'no such package' >&2\nexit 1\n", to: tool)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    let result = try await Program.run(
      ["models", "pull", "smollm2"],
      environment: ["RAG_MODELS": scratch.path + "/models", "PATH": scratch.path + ":/usr/bin:/bin"])
    let files = (try? FileManager.default.contentsOfDirectory(atPath: scratch.path + "/models")) ?? []
    return (result, files.filter { !$0.hasPrefix(".") })
  }

  @Test func aFullDiskLeavesNothingHalfThere() async throws {
    let script =
      "#!/bin/sh\nwhile [ $# -gt 1 ]; do [ \"$1\" = --output ] && echo half > \"$2\"; shift; done\n"
      + "echo 'Failure writing output to destination' >&2\nexit 23\n"
    let (result, files) = try await pull(curl: script)
    #expect(result.status == 2)
    #expect(result.errors.contains("cannot be written"))
    #expect(files.isEmpty)
  }

  @Test func withoutANetworkEachSourceSaysWhy() async throws {
    let (result, files) = try await pull(curl: "#!/bin/sh\necho 'Could not resolve host' >&2\nexit 6\n")
    #expect(result.status == 2)
    #expect(result.errors.contains("Could not resolve host") && result.errors.contains("no such package"))
    #expect(result.errors.contains("--from"))
    #expect(files.isEmpty)
  }

  @Test func anUnknownNameIsAnsweredWithThoseThereAre() async throws {
    let result = try await Program.run(["models", "pull", "gpt-9"])
    #expect(result.status == 2)
    #expect(result.errors.contains("all-MiniLM-L6-v2") && result.errors.contains("SmolLM2-135M-Instruct"))
  }

  @Test func theListNamesEveryModel() async throws {
    let result = try await Program.run(["models", "list"])
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").count == (try Catalogue.standard().entries.count))
  }
}
