/// A type whose values a model can generate: the schema guides the model, and `init(_:)` reads what it wrote.
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
  /// The value while it is still being generated.
  associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self

  /// The schema of a value's content.
  static var generationSchema: GenerationSchema { get }

  /// The value as a partially generated one.
  func asPartiallyGenerated() -> PartiallyGenerated
}

extension Generable where PartiallyGenerated == Self {
  /// The value itself.
  public func asPartiallyGenerated() -> PartiallyGenerated { self }
}
