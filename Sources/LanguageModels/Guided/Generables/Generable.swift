/// A type whose values a model can generate: its schema guides the model, and the content is read back into it.
///
///     struct Verdict: Generable {
///       var city: String
///       var score: Int
///
///       static let generationSchema = GenerationSchema(
///         type: Self.self,
///         properties: [
///           .init(name: "city", type: String.self),
///           .init(name: "score", description: "0 is worst", type: Int.self, guides: [.range(0...10)]),
///         ])
///
///       init(_ content: GeneratedContent) throws {
///         city = try content.value(forProperty: "city")
///         score = try content.value(forProperty: "score")
///       }
///
///       var generatedContent: GeneratedContent { .init(properties: ["city": city, "score": score]) }
///     }
public protocol Generable: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// What is there of a value while it is still generated.
  associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self

  /// What the content of a value looks like.
  static var generationSchema: GenerationSchema { get }

  /// The value as one that might not be finished.
  func asPartiallyGenerated() -> PartiallyGenerated
}

extension Generable where PartiallyGenerated == Self {
  /// The value itself.
  public func asPartiallyGenerated() -> PartiallyGenerated { self }
}
