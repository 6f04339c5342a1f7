import Drawn
import Embedding
import Foundation
import Retriever
import Synchronization
import VectorStore

/// Creates an index of a number of chunks, changes one note in it and searches it, and prints the time of each.
///
/// The words are from the encoder's vocabulary, with frequencies by Zipf's law; the vectors are random.
@main
enum Growth {
  private static let chunksPerNote = 20
  private static let wordsPerChunk = 100

  /// Runs off the main actor, from which each search would hop to another thread and back.
  static func main() async throws {
    try await Task.detached { try await measure() }.value
  }

  private static func measure() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let chunks = Int(arguments[3]) else {
      FileHandle.standardError.write(Data("usage: growth ENCODER_FOLDER INDEX CHUNKS\n".utf8))
      exit(64)
    }
    let encoder = RememberingEncoder(encoder: try BERTEncoder(contentsOf: arguments[1]))
    let words = try Words(contentsOf: arguments[1] + "/vocab.txt")
    let index = try await SearchIndex.open(at: arguments[2], encoder: encoder)
    var random = SplitMix(state: 1)
    let clock = ContinuousClock()

    let notes = chunks / chunksPerNote
    let storing = try await clock.measure {
      for first in stride(from: 0, to: notes, by: 6) {
        try await index.apply((first..<min(first + 6, notes)).map { note($0, words, &random) })
      }
    }
    // One of its chunks is new, as when a line was changed; the others keep their text and vector.
    var updates: [Duration] = []
    for round in 0..<21 {
      guard case .replace(let document, var parts) = note(round * notes / 21, words, &random) else { continue }
      try await index.apply([.replace(document, parts)])
      parts[7] = chunk(7, words, &random)
      updates.append(try await clock.measure { try await index.apply([.replace(document, parts)]) })
    }
    // The words of a query are read from the file the first time; later, as in a conversation, they are cached.
    let queries = (0..<51).map { _ in (0..<6).map { _ in words.any(&random) }.joined(separator: " ") }
    func passages() async throws -> Double {
      var durations: [Duration] = []
      for query in queries {
        durations.append(try await clock.measure { _ = try await index.passages(matching: query) })
      }
      return median(durations)
    }
    for query in queries { try await encoder.remember(query) }
    let (first, known) = (try await passages(), try await passages())
    encoder.forget()
    let encoding = try await passages()
    let memory = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      .split(separator: "\n").first { $0.hasPrefix("VmHWM") }?.split(separator: " ").compactMap { Int($0) }.first
    try await index.close()
    let size = try FileManager.default.attributesOfItem(atPath: arguments[2])[.size] as? Int
    let result: [String: Any] = [
      "chunks": chunks, "store_seconds": storing / .seconds(1), "update_seconds": median(updates),
      "first_passages_seconds": first, "passages_seconds": known, "encoding_passages_seconds": encoding,
      "peak_megabytes": (memory ?? 0) / 1024, "file_megabytes": (size ?? 0) >> 20,
    ]
    FileHandle.standardOutput.write(
      try JSONSerialization.data(withJSONObject: result, options: .sortedKeys) + Data("\n".utf8))
  }

  private static func median(_ durations: [Duration]) -> Double {
    durations.sorted()[durations.count / 2] / .seconds(1)
  }

  private static func note(_ number: Int, _ words: Words, _ random: inout SplitMix) -> IndexChange {
    let document = Document(
      folder: "/notes", path: "\(number).md", title: "Note \(number)", size: 0, modificationDate: .distantPast,
      digest: "\(number)")
    return .replace(document, (0..<chunksPerNote).map { chunk($0, words, &random) })
  }

  private static func chunk(_ number: Int, _ words: Words, _ random: inout SplitMix) -> EncodedChunk {
    let text = words.text(wordsPerChunk, &random)
    // The sum of four uniform numbers is close enough to a normal one.
    let elements = (0..<384).map { _ in
      var bits = random.next()
      var sum: Float = 0
      for _ in 0..<4 {
        sum += Float(bits & 0xFFFF)
        bits >>= 16
      }
      return sum - 131_070
    }
    guard let vector = UnitVector(normalizing: elements) else { preconditionFailure("all of 384 numbers were 0") }
    return EncodedChunk(
      chunk: Chunk(text: text, headingPath: ["Note"], lines: number + 1...number + 1, bytes: 0..<1),
      digest: "\(random.next())", vector: vector)
  }
}

/// An encoder that caches the vectors of the texts it was asked to remember.
private final class RememberingEncoder: TextEncoder {
  private let encoder: BERTEncoder
  private let known = Mutex<[String: UnitVector]>([:])

  init(encoder: BERTEncoder) { self.encoder = encoder }

  var space: EmbeddingSpace { encoder.space }
  var maximumTokens: Int { encoder.maximumTokens }

  func tokenCount(of text: String) -> Int { encoder.tokenCount(of: text) }

  func encode(_ texts: [String], as role: TextRole) async throws -> [UnitVector] {
    let vectors = known.withLock { known in texts.compactMap { known[$0] } }
    return vectors.count == texts.count ? vectors : try await encoder.encode(texts)
  }

  func remember(_ text: String) async throws {
    let vector = try await encoder.encode(text)
    known.withLock { $0[text] = vector }
  }

  func forget() { known.withLock { $0 = [:] } }
}
