import Foundation
import ModelCatalogue
import TestSupport
import Testing

@Suite struct ModelDefaultsTests {
  private let scratch: TemporaryFolder
  private var defaults: ModelDefaults { ModelDefaults(environment: ["XDG_CONFIG_HOME": scratch.path]) }

  init() throws { scratch = try TemporaryFolder() }

  @Test func aChoiceIsKeptForItsKindAndForTheOwnerAlone() throws {
    #expect(try defaults.name(of: .model) == nil)
    try defaults.choose("qwen3:4b", as: .model)
    #expect(try defaults.name(of: .model) == "qwen3:4b" && defaults.name(of: .encoder) == nil)
    let permissions = try FileManager.default.attributesOfItem(atPath: defaults.path)[.posixPermissions] as? Int
    #expect(permissions == 0o600)
    try defaults.choose(nil, as: .model)
    #expect(try defaults.name(of: .model) == nil)
  }

  @Test func otherSettingsStay() throws {
    try scratch.write(#"{"colour": {"deep": [1, 2]}, "model": "a"}"#, to: "rag/config.json")
    try defaults.choose("b", as: .encoder)
    try defaults.choose(nil, as: .model)
    let data = try #require(FileManager.default.contents(atPath: defaults.path))
    let object = try JSONSerialization.jsonObject(with: data) as? NSDictionary
    #expect(object == ["colour": ["deep": [1, 2]], "encoder": "b"] as NSDictionary)
  }

  @Test(arguments: ["", "{", "[]", "null", #"{"model": 1}"#, #"{"model": ""}"#, "\u{FEFF}x"])
  func damageIsAnErrorAndStays(text: String) throws {
    try scratch.write(text, to: "rag/config.json")
    #expect(throws: CatalogueError.self) { try defaults.name(of: .model) }
    if !text.contains("model") { #expect(throws: CatalogueError.self) { try defaults.choose("x", as: .encoder) } }
    #expect(try String(contentsOfFile: defaults.path, encoding: .utf8).utf8.count >= text.utf8.count - 3)
  }
}
