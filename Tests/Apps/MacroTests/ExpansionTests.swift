import Foundation
import Testing

/// What the macros write, compared with conformances written by hand, apart from spaces.
@Suite struct ExpansionTests {
  @Test func aStructureGetsTheMembersOfAConformance() throws {
    try expect(
      "Town.swift", "Town9GenerablefMm_",
      """
      public nonisolated static var generationSchema: LanguageModels.GenerationSchema {
        LanguageModels.GenerationSchema(
          type: Self.self, description: "A town",
          properties: [
            LanguageModels.GenerationSchema.Property(
              name: "name", description: "Its name", type: String.self, guides: [.anyOf(["Graz", "Linz"])]),
            LanguageModels.GenerationSchema.Property(name: "mayors", type: [String]?.self),
          ]
        )
      }
      public nonisolated var generatedContent: LanguageModels.GeneratedContent {
        let properties: [(String, (any LanguageModels.ConvertibleToGeneratedContent)?)] = [
          ("name", self.name),
          ("mayors", self.mayors),
        ]
        return LanguageModels.GeneratedContent(
          properties: properties.compactMap { name, value in value.map { (name, $0) } }, id: self.id
        ) { _, last in last }
      }
      public nonisolated struct PartiallyGenerated:
        Swift.Identifiable, LanguageModels.ConvertibleFromGeneratedContent {
        public var id: GenerationID
        public var name: String.PartiallyGenerated?
        var mayors: [String].PartiallyGenerated?
        public nonisolated init(_ content: LanguageModels.GeneratedContent) throws {
          self.id = content.id ?? LanguageModels.GenerationID()
          self.name = try content.value(forProperty: "name")
          self.mayors = try content.value(forProperty: "mayors")
        }
        fileprivate nonisolated init(_ value: Town) {
          self.id = value.id
          self.name = value.name.asPartiallyGenerated()
          self.mayors = value.mayors.asPartiallyGenerated()
        }
      }
      public nonisolated func asPartiallyGenerated() -> PartiallyGenerated { PartiallyGenerated(self) }
      """)
    try expect(
      "Town.swift", "Town9GenerablefMe_",
      """
      extension Town: nonisolated LanguageModels.Generable {
        public nonisolated init(_ content: LanguageModels.GeneratedContent) throws {
          self.id = content.id ?? LanguageModels.GenerationID()
          self.name = try content.value(forProperty: "name")
          self.mayors = try content.value(forProperty: "mayors")
        }
      }
      """)
  }

  @Test func anEnumerationWithoutValuesIsText() throws {
    try expect(
      "Size.swift", "Size9GenerablefMm_",
      """
      package nonisolated static var generationSchema: LanguageModels.GenerationSchema {
        LanguageModels.GenerationSchema(type: Self.self, name: "ShirtSize", anyOf: ["S", "large",])
      }
      package nonisolated var generatedContent: LanguageModels.GeneratedContent {
        switch self {
        case .small: LanguageModels.GeneratedContent("S")
        case .large: LanguageModels.GeneratedContent("large")
        }
      }
      """)
    try expect(
      "Size.swift", "Size9GenerablefMe_",
      """
      extension Size: nonisolated LanguageModels.Generable {
        package nonisolated init(_ content: LanguageModels.GeneratedContent) throws {
          switch try content.value(String.self) {
          case "S": self = .small
          case "large": self = .large
          default:
            throw LanguageModels.GeneratedContent.ParsingError(
              rawContent: content.jsonString, debugDescription: "the content should be one of S, large")
          }
        }
      }
      """)
  }

  @Test func anEnumerationWithValuesIsAnObjectThatNamesTheCase() throws {
    try expect(
      "Shape.swift", "Shape9GenerablefMe_",
      """
      extension Shape: nonisolated LanguageModels.Generable {
        nonisolated init(_ content: LanguageModels.GeneratedContent) throws {
          switch try content.value(String.self, forProperty: "type") {
          case "circle": self = .circle(radius: try content.value(forProperty: "radius"))
          case "line":
            self = .line(try content.value(forProperty: "value"), to: try content.value(forProperty: "to"))
          case "default": self = .`default`
          default:
            throw LanguageModels.GeneratedContent.ParsingError(
              rawContent: content.jsonString, debugDescription: "the content should be one of circle, line, default")
          }
        }
      }
      """)
  }

  @Test func whatCannotBeGeneratedIsRefusedWhereItStands() throws {
    let run = try CompilerRun("Refused.swift", ["-verify"])
    #expect(run.status == 0, "\(run.output)")
  }

  private func expect(_ file: String, _ expansion: String, _ expected: String) throws {
    let run = try CompilerRun(file, ["-dump-macro-expansions"])
    #expect(run.status == 0, "\(run.output)")
    let line = String(repeating: "-", count: 30) + "\n"
    let parts = run.output.components(separatedBy: line)
    let heading = try #require(parts.firstIndex { $0.contains(expansion) }, "\(run.output)")
    #expect(
      parts[heading + 1].filter { !$0.isWhitespace } == expected.filter { !$0.isWhitespace }, "\(parts[heading + 1])")
  }
}
