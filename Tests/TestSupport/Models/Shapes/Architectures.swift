import Foundation

/// The golden file of architectures: models, and the vocabulary and texts that they share.
package struct Architectures: Decodable, Sendable {
  package var texts: [String]
  package var tokensOfTexts: [[Int32]]
  package var models: [ArchitectureModel]
  package var tokens: [String]
  let merges: [String]
  /// The number of control tokens, which come first.
  package let controls: Int

  package static let golden = Swift.Result {
    let file = Repository.url.appending(path: "Tests/LlamaEngineTests/Golden/architectures.json")
    return try JSONDecoder().decode(Architectures.self, from: Data(contentsOf: file))
  }
}
