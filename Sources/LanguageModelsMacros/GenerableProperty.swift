#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder

  /// A stored property as it was declared, with its guide.
  struct GenerableProperty {
    /// The name as an expression, with backticks if it has any.
    let name: String
    let type: TypeSyntax
    /// The access level, if declared.
    let access: String
    private var guide: [LabeledExprSyntax] = []

    /// The property that identifies a value whose type declares none.
    static func identity(access: String) -> GenerableProperty {
      GenerableProperty(name: "id", type: "LanguageModels.GenerationID", access: access.filter(\.isLetter))
    }

    /// The name in content.
    var key: String { name.trimmingBackticks }
    /// Whether it identifies the value, and is not generated.
    var isID: Bool { ["GenerationID", "LanguageModels.GenerationID"].contains(type.trimmedDescription) }

    /// The schema of the property.
    var schema: String {
      var arguments = ["name: \(key.quoted)"]
      if let description = guide.first(where: { $0.label?.text == "description" }) {
        arguments.append("description: \(description.expression.trimmedDescription)")
      }
      arguments.append("type: \(type.trimmedDescription).self")
      let guides = guide.filter { $0.label == nil }.map { argument in
        let text = argument.expression.trimmedDescription
        return argument.expression.is(RegexLiteralExprSyntax.self) ? ".pattern(\(text))" : text
      }
      if !guides.isEmpty { arguments.append("guides: [\(guides.joined(separator: ", "))]") }
      return "LanguageModels.GenerationSchema.Property(\(arguments.joined(separator: ", ")))"
    }

    /// Reads the property, also while it is generated.
    var reading: String {
      isID
        ? "self.\(name) = content.id ?? LanguageModels.GenerationID()"
        : "self.\(name) = try content.value(forProperty: \(key.quoted))"
    }

    /// The declaration in the value while it is generated, which is as visible as `typeAccess`.
    func partialDeclaration(in typeAccess: String) -> String {
      // A property cannot be more visible than its type, and its type may be as private as the property.
      let level = access == "public" && typeAccess.isEmpty || access.isEmpty ? "" : access + " "
      let partialType = "\((type.wrappedType ?? type).trimmedDescription).PartiallyGenerated?"
      return "\(level)var \(name): \(isID ? type.trimmedDescription : partialType)"
    }

    /// The assignment of a finished value to the one while it is generated.
    func partialAssignment(isDeclared: Bool) -> String {
      guard isDeclared else { return "self.\(name) = LanguageModels.GenerationID()" }
      return "self.\(name) = value.\(name)" + (isID ? "" : ".asPartiallyGenerated()")
    }

    /// Reads the stored properties of a declaration. Throws diagnostics for one that cannot be generated.
    static func all(in variable: VariableDeclSyntax) throws -> [GenerableProperty] {
      guard variable.isStoredInInstance else { return [] }
      let guides = variable.attributes.compactMap { $0.as(AttributeSyntax.self) }.filter {
        $0.attributeName.trimmedDescription.split(separator: ".").last == "Guide"
      }
      if let guide = guides.first, variable.bindings.count > 1 {
        throw DiagnosticsError(.guideOfSeveralProperties, at: guide)
      }
      // In `var a, b: Int`, the type is that of both.
      var type: TypeSyntax?
      var properties: [GenerableProperty] = []
      for binding in variable.bindings.reversed() {
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
          throw DiagnosticsError(.severalNames(), at: binding.pattern)
        }
        let name = pattern.identifier.text
        if let modifier = variable.modifiers.first(where: { ["lazy", "weak", "unowned"].contains($0.name.text) }) {
          throw DiagnosticsError(.lazyOrWeak(name, modifier.name.text), at: modifier)
        }
        type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? type : nil)
        guard let type else { throw DiagnosticsError(.missingType(name), at: binding) }
        if variable.bindingSpecifier.text == "let", binding.initializer != nil {
          throw DiagnosticsError(.constantWithValue(name), at: binding)
        }
        if let (kind, advice) = type.reasonNotToGenerate {
          throw DiagnosticsError(.unsupportedType(name, kind, advice), at: type)
        }
        if guides.count > 1 { throw DiagnosticsError(.repeatedGuide(name), at: guides[1]) }
        let arguments = guides.first?.arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
        properties.append(GenerableProperty(name: name, type: type, access: variable.access, guide: arguments))
      }
      return properties.reversed()
    }
  }

  extension VariableDeclSyntax {
    /// Whether a value has storage for it: not static, not computed.
    var isStoredInInstance: Bool {
      let isStatic = modifiers.contains { ["static", "class"].contains($0.name.text) }
      return !isStatic
        && bindings.allSatisfy { binding in
          switch binding.accessorBlock?.accessors {
          case nil: true
          case .getter: false
          case .accessors(let accessors):
            accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
          }
        }
    }

    fileprivate var access: String {
      modifiers.first { $0.detail == nil && Self.accessLevels.contains($0.name.text) }?.name.text ?? ""
    }

    private static let accessLevels: Set = ["public", "package", "internal", "fileprivate", "private"]
  }

  extension TypeSyntax {
    /// The wrapped type of an optional, however it is written.
    fileprivate var wrappedType: TypeSyntax? {
      if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
      let name: (text: String, arguments: GenericArgumentClauseSyntax?)? =
        if let type = self.as(IdentifierTypeSyntax.self) {
          (type.name.text, type.genericArgumentClause)
        } else if let type = self.as(MemberTypeSyntax.self), type.baseType.trimmedDescription == "Swift" {
          (type.name.text, type.genericArgumentClause)
        } else {
          nil
        }
      guard name?.text == "Optional", case .type(let wrapped)? = name?.arguments?.arguments.first?.argument else {
        return nil
      }
      return wrapped
    }

    /// Why no value of the type can be generated, and what to do about it; `nil` if the type may be fine.
    var reasonNotToGenerate: (kind: String, advice: String)? {
      if let wrappedType { return wrappedType.reasonNotToGenerate }
      switch kind {
      case .implicitlyUnwrappedOptionalType: return ("implicitly unwrapped", "use an ordinary optional")
      case .dictionaryType: return ("a dictionary", "use an array of a @Generable structure, or GeneratedContent")
      case .functionType: return ("a function", "compute the property, or leave it out")
      case .tupleType:
        guard let elements = self.as(TupleTypeSyntax.self)?.elements, elements.count != 1 else {
          return self.as(TupleTypeSyntax.self)?.elements.first?.type.reasonNotToGenerate
        }
        return ("a tuple", "use a @Generable structure")
      case .someOrAnyType: return ("not one type", "name a type")
      case .arrayType: return self.as(ArrayTypeSyntax.self)?.element.reasonNotToGenerate
      default: return nil
      }
    }
  }

  extension String {
    /// The name without backticks.
    var trimmingBackticks: String {
      hasPrefix("`") && hasSuffix("`") && count > 2 ? String(dropFirst().dropLast()) : self
    }

    /// The text as a literal.
    var quoted: String {
      "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
  }
#endif
