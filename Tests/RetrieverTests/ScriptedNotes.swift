import Embedding
import Foundation
import LanguageModels
import TestSupport
import VectorStore

/// Notes of one or two chunks in an index of their own, for scripted models to be asked about.
struct ScriptedNotes {
  let folder: TemporaryFolder
  let index: SearchIndex

  static let keys = [
    "The signing keys are rotated every 90 days. The next rotation is on 3 May 2026.",
    "Ask Marta Keller for the passphrase of the signing keys.",
  ]

  init(
    _ notes: [String: [String]] = [
      "keys.md": keys, "bread.md": ["Feed the starter every Friday with 50 g of rye flour."],
      "bike.md": ["The tyre pressure is 4.5 bar in front and 5 bar behind."],
    ]
  ) async throws {
    folder = try TemporaryFolder()
    index = try await TestStore.makeIndex(in: folder, encoder: HashingEncoder())
    for (path, texts) in notes.sorted(by: { $0.key < $1.key }) { try await add(path, texts) }
  }

  private func add(_ path: String, _ texts: [String]) async throws {
    var line = 1
    var chunks: [EncodedChunk] = []
    for text in texts {
      let lines = line...(line + text.count { $0 == "\n" })
      let chunk = Chunk(text: text, headingPath: [], lines: lines, bytes: 0..<text.utf8.count)
      let vector = try await HashingEncoder().encode(text)
      chunks.append(EncodedChunk(chunk: chunk, digest: SHA256Digest.hexadecimal(of: text), vector: vector))
      line = lines.upperBound + 2
    }
    let text = texts.joined(separator: "\n\n")
    try folder.write(text, to: path)
    let document = Document(
      folder: folder.path, path: path, title: path, size: Int64(text.utf8.count), modified: 0,
      digest: SHA256Digest.hexadecimal(of: text))
    try await index.apply([.replace(document, chunks)])
  }
}
