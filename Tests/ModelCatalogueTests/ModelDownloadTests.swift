import Embedding
import Foundation
import ModelCatalogue
import Synchronization
import TestSupport
import Testing

/// Downloads from a hub on this machine.
@Suite struct ModelDownloadTests {
  private static let text = String(repeating: "weights ", count: 5000)

  private let scratch: TemporaryFolder
  private let folder: ModelFolder
  private let hub: HubServer

  init() throws {
    scratch = try TemporaryFolder()
    folder = ModelFolder(at: scratch.path + "/models")
    hub = try Self.hub(Self.text)
  }

  private static let entry = CatalogueEntry(
    name: "tiny", kind: .model, isDefault: false, licence: "none", contextSize: 1,
    repository: HubServer.repository, path: "tiny.gguf",
    files: [
      CatalogueEntry.File(
        name: "Tiny.gguf", path: "tiny.gguf", bytes: Int64(text.utf8.count), sha256: SHA256Digest.hexadecimal(of: text))
    ])

  /// A hub that has this text as the file.
  private static func hub(_ text: String) throws -> HubServer {
    try HubServer([.large("Tiny.gguf", Data(text.utf8))])
  }

  private func download(from hub: HubServer) -> ModelDownload {
    ModelDownload(of: Self.entry, into: folder, environment: hub.environment)
  }

  private var leftovers: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { !$0.hasPrefix(".") }
  }

  @Test func aFileArrivesWholeAndIsVerified() async throws {
    #expect(!folder.isPresent(Self.entry))
    try await download(from: hub).run()
    #expect(folder.isPresent(Self.entry))
    try folder.verify(Self.entry)
    #expect(leftovers == ["tiny.gguf"])
  }

  @Test func anInterruptedDownloadGoesOnWhereItStopped() async throws {
    try scratch.write(String(Self.text.prefix(1234)), to: "models/tiny.gguf.part")
    try await download(from: hub).run()
    try folder.verify(Self.entry)
    #expect(hub.store.requests.compactMap(HubServer.start) == [1234])
  }

  @Test func aBeginningThatIsNotTheFilesIsFetchedAnew() async throws {
    try scratch.write(String(repeating: "x", count: 1234), to: "models/tiny.gguf.part")
    try await download(from: hub).run()
    try folder.verify(Self.entry)
    #expect(leftovers == ["tiny.gguf"])
  }

  @Test func aDamagedFileIsFetchedAgain() async throws {
    for damaged in [Self.text.replacing("weights", with: "Weights"), "short"] {
      try scratch.write(damaged, to: "models/tiny.gguf")
      #expect(throws: CatalogueError.self) { try folder.verify(Self.entry) }
      try await download(from: hub).run()
      try folder.verify(Self.entry)
    }
  }

  @Test func progressEndsWithTheWholeFile() async throws {
    let seen = Mutex<[ModelDownload.Progress]>([])
    try await download(from: hub).run(onProgress: { step in seen.withLock { $0.append(step) } })
    let all = seen.withLock { $0 }
    #expect(!all.isEmpty && all.allSatisfy { $0.file == "tiny.gguf" && $0.total == Int64(Self.text.utf8.count) })
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.bytes <= $1.bytes })
    #expect(all.last?.bytes == all.last?.total)
  }

  @Test func aWrongSumLeavesNothingAndSaysSo() async throws {
    let hub = try Self.hub(Self.text.replacing("weights", with: "Weights"))
    let error = await #expect(throws: CatalogueError.self) { try await download(from: hub).run() }
    #expect(!hub.store.requests.isEmpty)
    #expect(error?.localizedDescription.contains("SHA-256") == true)
    #expect(!folder.isBegun(Self.entry))
    #expect(leftovers.isEmpty)
  }

  @Test func nothingButTheHubIsAsked() async throws {
    // Programs of these names in the current folder and in PATH would note that they ran.
    for name in ["curl", "pip", "pip3", "python3", "pip.py", "zipfile.py"] {
      try scratch.writeProgram("#!/bin/sh\ntouch \(scratch.path)/ran\n", to: "bin/\(name)")
    }
    let program = try RunningProgram(
      ["models", "pull", "smollm2"],
      environment: [
        "RAG_MODELS": folder.path, "PATH": scratch.path + "/bin:/usr/bin:/bin", "HF_ENDPOINT": "http://127.0.0.1:1",
      ], in: scratch.path + "/bin")
    #expect(try await program.end() == 2)
    #expect(program.errors.contains("no connection to 127.0.0.1"))
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/ran"))
  }

  @Test func aLocalFileCanStandIn() async throws {
    let local = try scratch.write(Self.text, to: "usb/anything.bin")
    try await ModelDownload(of: Self.entry, into: folder).run(from: local)
    try folder.verify(Self.entry)
    let other = ModelFolder(at: scratch.path + "/other")
    for (text, local) in [("other", local), (Self.text + "x", local), (Self.text, local + "x")] {
      if local.hasSuffix("bin") { try scratch.write(text, to: "usb/anything.bin") }
      await #expect(throws: CatalogueError.self) {
        try await ModelDownload(of: Self.entry, into: other).run(from: local)
      }
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/other/tiny.gguf.part"))
  }

  @Test func verifyingNoticesOneFlippedBit() async throws {
    try await download(from: hub).run()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path(of: Self.entry)))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: folder.path(of: Self.entry)))
    #expect(throws: CatalogueError.self) { try folder.verify(Self.entry) }
  }

  @Test func aMissingFileIsToldApartFromADamagedOne() throws {
    let path = folder.path(of: Self.entry)
    #expect(throws: CatalogueError.wrongSize(path: path, expected: Int64(Self.text.utf8.count), found: nil)) {
      try folder.verify(Self.entry)
    }
    try scratch.write("short", to: "models/tiny.gguf")
    #expect(throws: CatalogueError.wrongSize(path: path, expected: Int64(Self.text.utf8.count), found: 5)) {
      try folder.verify(Self.entry)
    }
    #expect(folder.isBegun(Self.entry) && !folder.isPresent(Self.entry))
  }

  @Test func twoDownloadsAtOnceDoNotMixTheirBytes() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 { group.addTask { try await download(from: hub).run() } }
      try await group.waitForAll()
    }
    try folder.verify(Self.entry)
    #expect(leftovers == ["tiny.gguf"])
  }
}
