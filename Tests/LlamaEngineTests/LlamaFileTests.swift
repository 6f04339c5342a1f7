import Foundation
import LlamaEngine
import TestSupport
import Testing

/// Files that are not what they should be: each gives an error, none ends the process.
@Suite(.serialized) final class LlamaFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "llama-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func file(_ bytes: some DataProtocol, size: Int? = nil) throws -> String {
    let path = folder.appending(path: "\(UUID().uuidString).gguf").path
    try Data(bytes).write(to: URL(filePath: path))
    // The weights of a file that is extended are zeros that take no room on the disk.
    if let size { #expect(truncate(path, size) == 0) }
    return path
  }

  private func error(of path: String) async -> LlamaError? {
    do {
      _ = try await LlamaLanguageModel(contentsOf: path, contextSize: 64, threads: 1)
      return nil
    } catch {
      return error as? LlamaError
    }
  }

  /// A GGUF file with metadata values of which each is its type's number and its bytes.
  private func gguf(version: UInt32 = 3, _ values: [(key: String, type: UInt32, bytes: [UInt8])], tensors: UInt64 = 0)
    -> [UInt8]
  {
    let header = Array("GGUF".utf8) + bytes(version) + bytes(tensors) + bytes(UInt64(values.count))
    return values.reduce(header) { $0 + text($1.key) + bytes($1.type) + $1.bytes }
  }

  private func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian, Array.init)
  }
  private func text(_ text: String) -> [UInt8] { bytes(UInt64(text.utf8.count)) + text.utf8 }

  @Test func aMissingFileIsNamed() async {
    let path = folder.path + "/none.gguf"
    #expect(await error(of: path) == .fileNotFound(path: path))
  }

  @Test func aFolderIsNotRead() async {
    #expect(await error(of: folder.path) == .unreadable(path: folder.path, reason: "it is a folder"))
  }

  @Test func otherFilesAreShownByTheirBeginning() async throws {
    let empty = try file(Data())
    #expect(await error(of: empty) == .notGGUF(path: empty, found: "nothing"))
    let note = try file(Data("# A note\nwith text".utf8))
    #expect(await error(of: note) == .notGGUF(path: note, found: "\"# A note\\nwit\""))
    let archive = try file(Data([0x50, 0x4B, 0x03, 0x04, 0, 0, 0, 0]))
    #expect(await error(of: archive) == .notGGUF(path: archive, found: "the bytes 50 4b 03 04"))
  }

  @Test func aFileCutInItsWeightsSaysHowMuchIsThere() async throws {
    let whole = try Data(contentsOf: URL(filePath: Models.smallModel()), options: .alwaysMapped)
    for size in [whole.count - 1, whole.count / 2, 3_000_000] {
      let path = try file(Data(), size: 0)
      try whole.prefix(3_000_000).write(to: URL(filePath: path))
      #expect(truncate(path, size) == 0)
      #expect(await error(of: path) == .truncated(path: path, expected: whole.count, found: size))
    }
  }

  @Test(arguments: [4, 5, 8, 16, 23, 24, 25, 100, 1000, 10_000, 500_000, 1_000_000, 1_700_000])
  func aFileCutInItsHeaderIsDamaged(size: Int) async throws {
    let path = try file(Data(contentsOf: URL(filePath: Models.smallModel()), options: .alwaysMapped).prefix(size))
    guard case .damaged(path, let reason) = await error(of: path) else {
      Issue.record("no error for \(size) bytes")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test func numbersThatTheFormatForbidsAreDamage() async throws {
    let architecture: (key: String, type: UInt32, bytes: [UInt8]) = ("general.architecture", 8, text("llama"))
    let files = [
      gguf(version: 1, []), gguf(version: 4, []), gguf([]), gguf([], tensors: .max), gguf([], tensors: 1 << 40),
      gguf([("general.architecture", 77, [])]), gguf([("general.architecture", 8, bytes(UInt64.max))]),
      gguf([architecture, architecture]), gguf([architecture, ("x", 9, bytes(UInt32(9)) + bytes(UInt64(1)))]),
      gguf([architecture, ("x", 9, bytes(UInt32(8)) + bytes(UInt64.max))]), gguf([architecture]),
      gguf([architecture, ("general.alignment", 4, bytes(UInt32(7)))]),
      gguf([architecture, ("general.alignment", 4, bytes(UInt32(0)))]),
      gguf([architecture, ("llama.block_count", 4, bytes(UInt32(0)))]),
      gguf([architecture, ("llama.block_count", 4, bytes(UInt32(100_000)))]),
    ]
    for (index, bytes) in files.enumerated() {
      let path = try file(bytes)
      guard case .damaged = await error(of: path) else {
        Issue.record("file \(index) is not reported as damaged: \(String(describing: await error(of: path)))")
        continue
      }
    }
  }

  /// Å as a letter, as the sign for ångström, and as A with a ring: llama.cpp tells them apart.
  @Test(arguments: [
    (["\u{C5}", "\u{212B}", "A\u{30A}"], false), (["\u{C5}", "b", "\u{C5}"], true),
    (["\u{8C48}", "\u{F900}"], false),
  ])
  func tokensAreTheSameOnlyIfTheirBytesAre(tokens: [String], areRepeated: Bool) async throws {
    let number = bytes(UInt32(1))
    let list = bytes(UInt32(8)) + bytes(UInt64(tokens.count)) + tokens.flatMap { text($0) }
    let path = try file(
      gguf([
        ("general.architecture", 8, text("llama")), ("llama.block_count", 4, number),
        ("llama.context_length", 4, number), ("llama.embedding_length", 4, number), ("tokenizer.ggml.tokens", 9, list),
      ]))
    let reason = String(describing: await error(of: path))
    #expect(reason.contains("duplicates another") == areRepeated, "\(reason)")
  }

  @Test func noFlippedBitOfTheHeaderEndsTheProcess() async throws {
    let whole = try Data(contentsOf: URL(filePath: Models.smallModel()), options: .alwaysMapped)
    let header = Data(whole.prefix(2_000_000))
    let vocabulary = try #require(header.firstRange(of: Data("tokenizer.ggml.tokens".utf8)))
    let afterwards = try #require(header.firstRange(of: Data("tokenizer.ggml.bos_token_id".utf8)))
    // Most flips where numbers stand, some among the tokens.
    let regions = [24..<vocabulary.lowerBound, afterwards.lowerBound..<afterwards.lowerBound + 15_000, 24..<1_700_000]
    var random = SeededGenerator(seed: 2026)
    var loaded = 0
    for index in 0..<30 {
      var bytes = header
      let place = Int.random(in: regions[index % 3], using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      let path = try file(bytes, size: whole.count)
      defer { try? FileManager.default.removeItem(atPath: path) }
      do {
        let model = try await LlamaLanguageModel(contentsOf: path, contextSize: 64, threads: 1)
        _ = try await model.reply(to: .asking("Hello, 世界!", limit: 1))
        loaded += 1
      } catch let error as LlamaError {
        #expect(error.errorDescription?.contains("\n") == false)
      }
    }
    // Some flips are harmless, such as one in the licence's name.
    #expect((1..<30).contains(loaded))
  }

  @Test func anAdapterIsNotAModel() async throws {
    let path = try file(gguf([("general.architecture", 8, text("llama")), ("general.type", 8, text("adapter"))]))
    #expect(await error(of: path) == .unsupported(path: path, reason: "its type is adapter, not model"))
  }

  @Test func anUnknownArchitectureIsUnsupported() async throws {
    var values: [(key: String, type: UInt32, bytes: [UInt8])] = [("general.architecture", 8, text("nonsense"))]
    for key in ["block_count", "context_length", "embedding_length"] {
      values.append(("nonsense.\(key)", 4, bytes(UInt32(8))))
    }
    let path = try file(gguf(values))
    guard case .unsupported(path, let reason) = await error(of: path) else {
      Issue.record("\(String(describing: await error(of: path)))")
      return
    }
    #expect(reason.contains("nonsense"))
  }
}
