// swift-format-ignore-file
import LanguageModels

@Generable(description: "A town")
public struct Town: Sendable {
  public var id: GenerationID
  @Guide(description: "Its name", .anyOf(["Graz", "Linz"])) public let name: String
  var mayors: [String]?
}
