#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// The conformance of an enumeration: a text if no case has values, otherwise an object whose `type` names the case.
  struct GenerableEnumeration {
    private struct Case {
      let name: String
      /// The text in content.
      let text: String
      let values: [Value]
      /// The type of the schema of this case.
      let schemaType: String
    }

    private struct Value {
      let label: String?
      /// The name in content.
      let key: String
      let type: String
    }

    private let access: String
    private let name: String
    private let options: GenerableOptions
    private let cases: [Case]

    /// Reads a declaration. Throws diagnostics for what cannot be generated.
    init(_ declaration: EnumDeclSyntax, _ options: GenerableOptions, in context: some MacroExpansionContext) throws {
      self.options = options
      name = declaration.name.text.trimmingBackticks
      access = declaration.modifiers.accessForMembers
      let rawType = declaration.inheritanceClause?.inheritedTypes.first?.type
      if let rawType, Self.otherRawTypes.contains(rawType.trimmedDescription) {
        throw DiagnosticsError(.rawType(rawType.trimmedDescription), at: rawType)
      }
      var cases: [Case] = []
      for element in declaration.memberBlock.members.flatMap({
        $0.decl.as(EnumCaseDeclSyntax.self)?.elements.map(\.self) ?? []
      }) {
        let name = element.name.text
        if cases.contains(where: { $0.name == name }) {
          throw DiagnosticsError(.repeatedCase(name), at: element)
        }
        let rawText = element.rawValue?.value.as(StringLiteralExprSyntax.self)?.trimmedDescription
        cases.append(
          Case(
            name: name, text: rawText ?? name.trimmingBackticks.quoted, values: try Self.values(of: element),
            schemaType: context.makeUniqueName(name.trimmingBackticks).text))
      }
      guard !cases.isEmpty else { throw DiagnosticsError(.noCases(name), at: declaration.name) }
      self.cases = cases
    }

    private static let otherRawTypes: Set = [
      "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
      "Character",
    ]

    private static func values(of element: EnumCaseElementSyntax) throws -> [Value] {
      var values: [Value] = []
      for (index, parameter) in (element.parameterClause?.parameters.map(\.self) ?? []).enumerated() {
        let label = parameter.firstName.flatMap { $0.text == "_" ? nil : $0.text }
        let key = label?.trimmingBackticks ?? (index == 0 ? "value" : "value\(index)")
        if let (kind, advice) = parameter.type.reasonNotToGenerate {
          throw DiagnosticsError(.unsupportedType(key, kind, advice), at: parameter.type)
        }
        if key == "type" || values.contains(where: { $0.key == key }) {
          throw DiagnosticsError(.repeatedLabel(key, element.name.text), at: parameter)
        }
        values.append(Value(label: label, key: key, type: parameter.type.trimmedDescription))
      }
      return values
    }

    private var isText: Bool { cases.allSatisfy(\.values.isEmpty) }

    /// The schema, the content, and the types of the cases' schemas.
    var members: [DeclSyntax] { [schema, content] + (isText ? [] : cases.map(caseType)) }

    /// The initializer.
    var reading: DeclSyntax {
      let key = isText ? "" : ", forProperty: \"type\""
      let known = cases.map(\.text).map { String($0.dropFirst().dropLast()) }.joined(separator: ", ")
      return """
        \(raw: access)nonisolated init(_ content: LanguageModels.GeneratedContent) throws {
          switch try content.value(String.self\(raw: key)) {
          \(raw: cases.map { "case \($0.text): self = \(construction(of: $0))" }.joined(separator: "\n"))
          default:
            throw LanguageModels.GeneratedContent.ParsingError(
              rawContent: content.jsonString, debugDescription: "the content should be one of \(raw: known)")
          }
        }
        """
    }

    private func construction(of element: Case) -> String {
      guard !element.values.isEmpty else { return ".\(element.name)" }
      let arguments = element.values.map { value in
        (value.label.map { "\($0): " } ?? "") + "try content.value(forProperty: \(value.key.quoted))"
      }
      return ".\(element.name)(\(arguments.joined(separator: ", ")))"
    }

    private var schema: DeclSyntax {
      let choices = isText ? cases.map(\.text) : cases.map { $0.schemaType + ".self" }
      return """
        \(raw: access)nonisolated static var generationSchema: LanguageModels.GenerationSchema {
          LanguageModels.GenerationSchema(
            type: Self.self\(raw: options.schemaArguments),
            anyOf: \(raw: choices.asArray)
          )
        }
        """
    }

    private var content: DeclSyntax {
      if isText {
        let texts = cases.map { "case .\($0.name): LanguageModels.GeneratedContent(\($0.text))" }
        return """
          \(raw: access)nonisolated var generatedContent: LanguageModels.GeneratedContent {
            switch self {
            \(raw: texts.joined(separator: "\n"))
            }
          }
          """
      }
      return """
        \(raw: access)nonisolated var generatedContent: LanguageModels.GeneratedContent {
          let properties: [(String, \(raw: options.valueType))] =
            switch self {
            \(raw: cases.map { "\(pattern(of: $0)): \(contents(of: $0).asArray)" }.joined(separator: "\n"))
            }
          return LanguageModels.GeneratedContent(properties: properties\(raw: options.omission)) { _, last in last }
        }
        """
    }

    private func pattern(of element: Case) -> String {
      guard !element.values.isEmpty else { return "case .\(element.name)" }
      let names = element.values.indices.map { "let value\($0)" }
      return "case .\(element.name)(\(names.joined(separator: ", ")))"
    }

    private func contents(of element: Case) -> [String] {
      ["(\"type\", \(element.text))"]
        + element.values.enumerated().map { index, value in "(\(value.key.quoted), value\(index))" }
    }

    /// The type that stands for one case in the schema.
    private func caseType(of element: Case) -> DeclSyntax {
      let properties =
        ["name: \"type\", type: String.self, guides: [.constant(\(element.text))]"]
        + element.values.map { "name: \($0.key.quoted), type: \($0.type).self" }
      let schemaName = "\(name).\(element.name.trimmingBackticks)".quoted
      return """
        \(raw: access)nonisolated struct \(raw: element.schemaType): LanguageModels.Generable {
          \(raw: access)static var generationSchema: LanguageModels.GenerationSchema {
            LanguageModels.GenerationSchema(
              type: Self.self, name: \(raw: schemaName)\(raw: options.description)\(raw: options.nilArgument),
              properties: \(raw: properties.map { "LanguageModels.GenerationSchema.Property(\($0))" }.asArray)
            )
          }
          \(raw: access)let generatedContent: LanguageModels.GeneratedContent
          \(raw: access)init(_ content: LanguageModels.GeneratedContent) throws { generatedContent = content }
        }
        """
    }
  }
#endif
