#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// `@Generable`: the members of the conformance, and the extension that declares it.
  enum GenerableMacro {
    /// The modifier that hides a type inside another from its extensions.
    private static func privateModifier(
      of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
    ) -> DeclModifierSyntax? {
      context.lexicalContext.isEmpty ? nil : declaration.modifiers.first { $0.name.text == "private" }
    }
  }

  extension GenerableMacro: MemberMacro {
    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      if let modifier = privateModifier(of: declaration, in: context) {
        let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
        throw DiagnosticsError(.privateInAnother(name), at: modifier)
      }
      let options = try GenerableOptions(node)
      if let declaration = declaration.as(StructDeclSyntax.self) {
        return try GenerableStructure(declaration, options).members
      }
      if let declaration = declaration.as(EnumDeclSyntax.self) {
        return try GenerableEnumeration(declaration, options, in: context).members
      }
      throw DiagnosticsError(.onlyStructuresAndEnumerations(declaration), at: node)
    }
  }

  extension GenerableMacro: ExtensionMacro {
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      // The members' expansion has reported what is wrong with the declaration.
      guard let options = try? GenerableOptions(node), privateModifier(of: declaration, in: context) == nil else {
        return []
      }
      let reading: DeclSyntax? =
        if let declaration = declaration.as(StructDeclSyntax.self) {
          try? GenerableStructure(declaration, options).reading
        } else if let declaration = declaration.as(EnumDeclSyntax.self) {
          try? GenerableEnumeration(declaration, options, in: context).reading
        } else {
          nil
        }
      guard let reading else { return [] }
      let clause = protocols.isEmpty ? "" : ": nonisolated LanguageModels.Generable"
      return [
        try ExtensionDeclSyntax("extension \(type.trimmed)\(raw: clause)") { reading }
      ]
    }
  }
#endif
