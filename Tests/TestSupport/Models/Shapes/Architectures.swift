import Foundation

/// A golden file of architectures: models, and the vocabulary and texts that they share.
package struct Architectures: Decodable, Sendable {
  package var texts: [String]
  package var tokensOfTexts: [[Int32]]
  package var models: [ArchitectureModel]
  package var tokens: [String]
  let merges: [String]
  /// The number of control tokens, which come first.
  package let controls: Int

  /// Language models, as `scripts/architectures.py` wrote them.
  package static let golden = Swift.Result { try Architectures(inFile: "architectures.json") }
  /// Encoders, as `scripts/encoder-architectures.py` wrote them.
  package static let encoders = Swift.Result { try Architectures(inFile: "encoders.json") }

  private init(inFile name: String) throws {
    let file = Repository.url.appending(path: "Tests/LlamaEngineTests/Golden/\(name)")
    self = try JSONDecoder().decode(Architectures.self, from: Data(contentsOf: file))
  }
}
