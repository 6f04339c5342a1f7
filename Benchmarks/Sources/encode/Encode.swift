import Embedding
import Foundation
import LlamaEngine

/// Encodes a file of texts once for each line on standard input, and prints the seconds that it took.
///
/// So a driver can alternate with another engine in one run. A file that ends in `.gguf` is run by llama.cpp, at the
/// precision of its weights; a folder by the built-in encoder, at the given precision. With a query, the folder is a
/// reranker, and each text has a score instead of a vector.
@main
enum Encode {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard 5...6 ~= arguments.count, let workers = Int(arguments[3]), let precision = Precision(rawValue: arguments[4])
    else {
      FileHandle.standardError.write(Data("usage: encode ENCODER TEXTS.json WORKERS PRECISION [QUERY]\n".utf8))
      exit(64)
    }
    let clock = ContinuousClock()
    let texts = try JSONDecoder().decode([String].self, from: Data(contentsOf: URL(fileURLWithPath: arguments[2])))
    if arguments.count == 6 {
      let reranker = try BERTReranker(contentsOf: arguments[1], workers: workers, precision: precision)
      let scores = try await reranker.scores(of: texts, for: arguments[5])
      try say(["kernel": "\(BLASKernel.current)", "tokens": "0", "vectors": scores.map { [$0] }])
      while readLine() != nil {
        try say(seconds: try await clock.measure { _ = try await reranker.scores(of: texts, for: arguments[5]) })
      }
      return
    }
    let encoder: any TextEncoder =
      if arguments[1].hasSuffix(".gguf") {
        try await LlamaTextEncoder(contentsOf: arguments[1], maximumTokens: 256, threads: workers)
      } else {
        try BERTEncoder(contentsOf: arguments[1], workers: workers, precision: precision)
      }
    let vectors = try await encoder.encode(texts)
    // Each text has two special tokens.
    let tokens = texts.reduce(0) { $0 + min(encoder.maximumTokens, encoder.tokenCount(of: $1) + 2) }
    try say(["kernel": "\(BLASKernel.current)", "tokens": "\(tokens)", "vectors": vectors.map(\.elements)])
    while readLine() != nil { try say(seconds: try await clock.measure { _ = try await encoder.encode(texts) }) }
  }

  private static func say(seconds duration: Duration) throws { try say(["seconds": duration / .seconds(1)]) }

  private static func say(_ object: [String: Any]) throws {
    let line = try JSONSerialization.data(withJSONObject: object) + Data("\n".utf8)
    FileHandle.standardOutput.write(line)
  }
}
