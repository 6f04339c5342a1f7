#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder

  /// The conformance of a structure.
  struct GenerableStructure {
    private let access: String
    private let options: GenerableOptions
    private let properties: [GenerableProperty]
    private let name: String

    /// Reads a declaration. Throws diagnostics for what cannot be generated.
    init(_ declaration: StructDeclSyntax, _ options: GenerableOptions) throws {
      self.options = options
      name = declaration.name.text
      access = declaration.modifiers.accessForMembers
      properties = try declaration.memberBlock.members.flatMap { member in
        try member.decl.as(VariableDeclSyntax.self).map(GenerableProperty.all(in:)) ?? []
      }
    }

    /// The properties that the model writes.
    private var generated: [GenerableProperty] { properties.filter { !$0.isID } }

    /// The schema, the content, and the value while it is generated.
    var members: [DeclSyntax] { [schema, content, partial, conversion] }

    /// The initializer. It belongs into an extension, so that the structure keeps its memberwise one.
    var reading: DeclSyntax {
      """
      \(raw: access)nonisolated init(_ content: LanguageModels.GeneratedContent) throws {
      \(raw: properties.map(\.reading).joined(separator: "\n"))
      }
      """
    }

    private var schema: DeclSyntax {
      """
      \(raw: access)nonisolated static var generationSchema: LanguageModels.GenerationSchema {
        LanguageModels.GenerationSchema(
          type: Self.self\(raw: options.schemaArguments)\(raw: options.nilArgument),
          properties: \(raw: generated.map(\.schema).asArray)
        )
      }
      """
    }

    private var content: DeclSyntax {
      let id = properties.first(where: \.isID).map { ", id: self.\($0.name)" } ?? ""
      return """
        \(raw: access)nonisolated var generatedContent: LanguageModels.GeneratedContent {
          let properties: [(String, \(raw: options.valueType))] =
            \(raw: generated.map { "(\($0.key.quoted), self.\($0.name))" }.asArray)
          return LanguageModels.GeneratedContent(
            properties: properties\(raw: options.omission)\(raw: id)
          ) { _, last in last }
        }
        """
    }

    private var partial: DeclSyntax {
      let hasID = properties.contains { $0.key == "id" }
      let isIdentifiable = !hasID || properties.contains { $0.key == "id" && $0.isID }
      let identity: GenerableProperty? = hasID ? nil : .identity(access: access)
      let members = (identity.map { [$0] } ?? []) + properties
      let inherited = (isIdentifiable ? "Swift.Identifiable, " : "") + "LanguageModels.ConvertibleFromGeneratedContent"
      return """
        \(raw: access)nonisolated struct PartiallyGenerated: \(raw: inherited) {
        \(raw: members.map { $0.partialDeclaration(in: access) }.joined(separator: "\n"))

        \(raw: access)nonisolated init(_ content: LanguageModels.GeneratedContent) throws {
        \(raw: members.map(\.reading).joined(separator: "\n"))
        }

        fileprivate nonisolated init(_ value: \(raw: name)) {
        \(raw: members.map { $0.partialAssignment(isDeclared: $0.name != identity?.name) }.joined(separator: "\n"))
        }
        }
        """
    }

    private var conversion: DeclSyntax {
      """
      \(raw: access)nonisolated func asPartiallyGenerated() -> PartiallyGenerated { PartiallyGenerated(self) }
      """
    }
  }

  extension DeclModifierListSyntax {
    /// The access level that members need so that they are as visible as their type, with a space after it.
    var accessForMembers: String {
      first { ["public", "package"].contains($0.name.text) }.map { $0.name.text + " " } ?? ""
    }
  }

  extension [String] {
    /// The elements as an array literal, each on its own line.
    var asArray: String { isEmpty ? "[]" : "[\n" + map { $0 + "," }.joined(separator: "\n") + "\n]" }
  }
#endif
