// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of Apple's Foundation Models, version 27, as its documentation has them: those that `AppleSessions` and
// the scenarios use. Behind them is the JSON of `LanguageModels`. Only these tests see this module.
import Foundation
import LanguageModels

public protocol ConvertibleFromGeneratedContent: SendableMetatype {
  init(_ content: GeneratedContent) throws
}

public protocol ConvertibleToGeneratedContent: PromptRepresentable, InstructionsRepresentable {
  var generatedContent: GeneratedContent { get }
}

public protocol Generable: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self
  static var generationSchema: GenerationSchema { get }
}

public struct GenerationID: Sendable, Hashable {
  private let value = UUID()
  public init() {}
}

public struct GeneratedContent: Sendable, Equatable, Generable {
  let json: LanguageModels.GeneratedContent
  public var id: GenerationID?

  init(_ json: LanguageModels.GeneratedContent) { self.json = json }
  public init(json text: String) throws { json = try LanguageModels.GeneratedContent(json: text) }
  public init(_ content: GeneratedContent) throws { self = content }
  public init(properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>, id: GenerationID? = nil) {
    json = LanguageModels.GeneratedContent(
      properties: properties.map {
        ($0.key, $0.value.generatedContent.json as any LanguageModels.ConvertibleToGeneratedContent)
      }
    ) { _, last in last }
    self.id = id
  }

  public var jsonString: String { json.jsonString }
  public var isComplete: Bool { json.isComplete }
  public var generatedContent: GeneratedContent { self }
  public static var generationSchema: GenerationSchema {
    GenerationSchema(LanguageModels.GeneratedContent.generationSchema)
  }

  public func value<Value: ConvertibleFromGeneratedContent>(
    _ type: Value.Type = Value.self, forProperty property: String
  ) throws -> Value {
    try Value(GeneratedContent(json.value(LanguageModels.GeneratedContent.self, forProperty: property)))
  }

  public static func == (left: Self, right: Self) -> Bool { left.json == right.json }

  public struct ParsingError: Error {
    public var rawContent: String
    public var debugDescription: String
  }
}

extension String: Generable {
  public init(_ content: GeneratedContent) throws { self = try String(content.json) }
  public var generatedContent: GeneratedContent { GeneratedContent(LanguageModels.GeneratedContent(self)) }
  public static var generationSchema: GenerationSchema { GenerationSchema(LanguageModels.GenerationSchema.ofText) }
}

extension Int: Generable {
  public init(_ content: GeneratedContent) throws { self = try Int(content.json) }
  public var generatedContent: GeneratedContent { GeneratedContent(LanguageModels.GeneratedContent(self)) }
  public static var generationSchema: GenerationSchema { GenerationSchema(LanguageModels.GenerationSchema.ofNumber) }
}

extension LanguageModels.GenerationSchema {
  static var ofText: Self { (String.self as any LanguageModels.Generable.Type).generationSchema }
  static var ofNumber: Self { (Int.self as any LanguageModels.Generable.Type).generationSchema }
}

public struct GenerationSchema: Sendable, Codable {
  let json: LanguageModels.GenerationSchema

  init(_ json: LanguageModels.GenerationSchema) { self.json = json }
  public init(from decoder: any Decoder) throws { json = try LanguageModels.GenerationSchema(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  public struct Property: Sendable {
    let name: String
    let schema: LanguageModels.GenerationSchema
    public init<Value: Generable>(name: String, description: String? = nil, type: Value.Type) {
      self.name = name
      schema = Value.generationSchema.json
    }
  }

  public init(type: any Generable.Type, description: String? = nil, properties: [Property]) {
    let parts = properties.map { "\(JSONText.of($0.name)): \($0.schema)" }.joined(separator: ", ")
    let names = "[" + properties.map { JSONText.of($0.name) }.joined(separator: ", ") + "]"
    let text = """
      {"title": "\(type)", "type": "object", "properties": {\(parts)}, "required": \(names), "x-order": \(names), \
      "additionalProperties": false}
      """
    do {
      json = try LanguageModels.GenerationSchema(jsonSchema: text)
    } catch {
      preconditionFailure("\(text): \(error)")
    }
  }
}

enum JSONText {
  static func of(_ text: String) -> String { LanguageModels.GeneratedContent(text).jsonString }
}
