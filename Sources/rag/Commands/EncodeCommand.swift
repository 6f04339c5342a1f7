import ArgumentParser
import Embedding
import Foundation

struct EncodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encode",
    abstract: "Prints the vectors of texts, or their token ids, as JSON lines.",
    discussion: """
      Without texts it reads JSON lines {"text": …} from standard input.

        rag encode "The weather is lovely today."
        rag encode --tokens < texts.jsonl
      """)

  @Argument(help: "The texts.")
  var texts: [String] = []

  @OptionGroup var encoderOptions: EncoderOptions
  @OptionGroup var remote: RemoteOptions

  @Option(name: .customLong("as"), help: "What the texts are: many encoders put another prompt before a query.")
  var role = TextRole.document

  @Flag(help: "Print token ids instead of vectors, including the start and end tokens, without truncation.")
  var tokens = false

  @Flag(help: "Accepted for consistency with the other commands: the output is always JSON.")
  var json = false

  /// Texts encoded at a time: enough to fill every worker, few enough to stream.
  private static let batchSize = 256

  func run() async throws {
    let encoder = try await encoderOptions.choice().load(remote)
    var batch: [String] = []
    var lineNumber = 0
    func flush() async throws {
      if tokens {
        guard let counter = encoder as? BERTEncoder else {
          throw CommandError.badInput("--tokens works with encoders in a folder only, not with \(encoder.space.name)")
        }
        for text in batch { try Console.writeJSON(["ids": counter.tokenIDs(of: text)]) }
      } else {
        for vector in try await encoder.vectors(of: batch, as: role) {
          try Console.writeJSON(["vector": vector.elements])
        }
      }
      batch.removeAll()
    }
    if !texts.isEmpty {
      batch = texts
      return try await flush()
    }
    while let line = readLine() {
      lineNumber += 1
      guard let text = try? JSONDecoder().decode(InputLine.self, from: Data(line.utf8)).text else {
        throw CommandError.badInput(#"line \#(lineNumber) of standard input: expected a JSON object {"text": "…"}"#)
      }
      batch.append(text)
      if batch.count == Self.batchSize { try await flush() }
    }
    try await flush()
  }

  private struct InputLine: Decodable { var text: String }
}
