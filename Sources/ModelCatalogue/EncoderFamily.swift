package import Embedding

/// Encoders that expect the same prompts, which GGUF files and many folders do not contain.
///
/// A family is recognized by its name in a model's, whatever else the name contains:
///
///     "nomic-embed-text": nomic-embed-text:latest, hf:nomic-ai/nomic-embed-text-v1.5-GGUF, Nomic_Embed_Text.f16.gguf
package struct EncoderFamily: Sendable, Hashable, Codable {
  /// What the names of its models contain.
  package var names: [String]
  /// The texts before a query and before a document.
  package var prompts: RolePrompts
  /// Where its maker says so.
  package var source: String

  /// Returns the number of words of the longest of its names that a model's name contains; `nil` if there is none.
  func match(_ model: String) -> Int? {
    let words = Self.words(of: model)
    return names.map(Self.words).filter { words.contains($0) }.map(\.count).max()
  }

  private static func words(of name: String) -> [Substring] {
    name.lowercased().split { !$0.isLetter && !$0.isNumber }
  }
}

extension Catalogue {
  /// Returns the prompts of an encoder: those of the family with the longest name that one of the encoder's contains.
  ///
  ///     catalogue.prompts(ofEncoderNamed: "snowflake-arctic-embed2:568m")?.query  // "query: "
  ///
  /// - Parameter names: All names by which it is known.
  /// - Returns: `nil` if the encoder is of no family that has prompts.
  package func prompts(ofEncoderNamed names: String...) -> RolePrompts? {
    let matches = names.flatMap { name in families.compactMap { family in family.match(name).map { (family, $0) } } }
    return matches.max { $0.1 < $1.1 }?.0.prompts
  }
}
