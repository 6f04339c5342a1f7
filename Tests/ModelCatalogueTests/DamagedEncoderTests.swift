import Foundation
import TestSupport
import Testing

/// An encoder of the catalogue with a file that is cut off, changed or gone: each command says which, and what mends
/// it.
@Suite(.serialized) struct DamagedEncoderTests {
  private let notes: Notes
  private let models: String

  init() async throws {
    notes = try Notes()
    models = notes.folder.path + "/models"
    _ = try await notes.rag("index", notes.notes)
    let whole = try Models.encoder()
    for name in try FileManager.default.subpathsOfDirectory(atPath: whole) where name.contains(".") {
      let path = models + "/all-MiniLM-L6-v2/" + name
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: whole + "/" + name)
    }
  }

  private func rag(_ arguments: String...) async throws -> BuiltProgram.Result {
    try await notes.rag(arguments, environment: ["RAG_MODELS": models])
  }

  @Test func anEncoderThatIsWholeEncodes() async throws {
    #expect(try await rag("encode", "tyre").status == 0)
  }

  @Test(arguments: ["vocab.txt", "config.json", "model.safetensors"], ["flipped", "cut off", "gone"])
  func whatIsWrongAndWhatMendsItIsSaid(file: String, damage: String) async throws {
    let path = models + "/all-MiniLM-L6-v2/" + file
    // A changed number among 22 million is found by `rag models verify` alone.
    if file == "model.safetensors", damage == "flipped" { return }
    let whole = try FileHandle(forReadingFrom: URL(filePath: path))
    var bytes = try #require(try whole.read(upToCount: 1 << 20))
    try whole.close()
    try FileManager.default.removeItem(atPath: path)
    if damage == "flipped" {
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: URL(filePath: path))
    } else if damage == "cut off" {
      try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
    }
    let encoded = try await rag("encode", "tyre")
    #expect(encoded.status == 2 && encoded.output.isEmpty)
    #expect(encoded.errors.hasPrefix("rag: all-MiniLM-L6-v2 is damaged (\(path) "), "\(encoded.errors)")
    #expect(encoded.errors.hasSuffix("run 'rag models pull all-MiniLM-L6-v2'\n"), "\(encoded.errors)")
    #expect(encoded.errors.split(separator: "\n").count == 1)

    let searched = try await rag("search", "tyre")
    #expect(searched.status == 0 && searched.output.contains("bike.md"))
    #expect(searched.errors.hasPrefix("rag: searching by keyword only: all-MiniLM-L6-v2 is damaged (\(path) "))

    let verified = try await rag("models", "verify")
    #expect(verified.status == 2 && verified.output.contains(path))
  }
}
