import Embedding
import Foundation
import ModelCatalogue
import Synchronization
import TestSupport
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

  @Test func aBeginningThatIsNotTheFilesIsFetchedAnew() async throws {
    let entry = try entry([source(try scratch.write(Self.text, to: "release"))])
    try scratch.write(String(repeating: "x", count: 1234), to: "models/tiny.gguf.part")
    try await ModelDownload(of: entry, into: folder).run()
    try folder.verify(entry)
    #expect(leftovers == ["tiny.gguf"])
  }

  @Test func aDamagedFileIsFetchedAgain() async throws {
    let entry = try entry([source(try scratch.write(Self.text, to: "release"))])
    for damaged in [Self.text.replacing("weights", with: "Weights"), "short"] {
      try scratch.write(damaged, to: "models/tiny.gguf")
      #expect(throws: CatalogueError.self) { try folder.verify(entry) }
      try await ModelDownload(of: entry, into: folder).run()
      try folder.verify(entry)
    }
  }

  @Test func progressEndsWithTheWholeFile() async throws {
    let entry = try entry([source(try scratch.write(Self.text, to: "release"))])
    let seen = Mutex<[ModelDownload.Progress]>([])
    try await ModelDownload(of: entry, into: folder).run(onProgress: { step in seen.withLock { $0.append(step) } })
    let all = seen.withLock { $0 }
    #expect(!all.isEmpty && all.allSatisfy { $0.file == "tiny.gguf" && $0.total == Int64(Self.text.utf8.count) })
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.bytes <= $1.bytes })
    #expect(all.last?.bytes == all.last?.total)
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
    #expect(!folder.isBegun(entry))
    #expect(leftovers.isEmpty)
  }

  @Test func aLocalFileCanStandIn() async throws {
    let local = try scratch.write(Self.text, to: "usb/anything.bin")
    try await ModelDownload(of: try entry([]), into: folder).run(from: local)
    try folder.verify(try entry([]))
    for (text, local) in [("other", local), (Self.text + "x", local), ("other", local + "x")] {
      await #expect(throws: CatalogueError.self) {
        try await ModelDownload(of: try entry([], sumOf: text), into: ModelFolder(at: scratch.path + "/other"))
          .run(from: local)
      }
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/other/tiny.gguf.part"))
  }

  @Test func verifyingNoticesOneFlippedBit() async throws {
    let entry = try entry([source(try scratch.write(Self.text, to: "release"))])
    try await ModelDownload(of: entry, into: folder).run()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path(of: entry)))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: folder.path(of: entry)))
    #expect(throws: CatalogueError.self) { try folder.verify(entry) }
  }

  @Test func aMissingFileIsToldApartFromADamagedOne() throws {
    let entry = try entry([])
    let path = folder.path(of: entry)
    #expect(throws: CatalogueError.wrongSize(path: path, expected: Int64(Self.text.utf8.count), found: nil)) {
      try folder.verify(entry)
    }
    try scratch.write("short", to: "models/tiny.gguf")
    #expect(throws: CatalogueError.wrongSize(path: path, expected: Int64(Self.text.utf8.count), found: 5)) {
      try folder.verify(entry)
    }
    #expect(folder.isBegun(entry) && !folder.isPresent(entry))
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
