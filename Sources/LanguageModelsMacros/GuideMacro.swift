#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@Guide`: read by `@Generable`; by itself it only checks what it is attached to.
  enum GuideMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let variable = declaration.as(VariableDeclSyntax.self), variable.isStoredInInstance else {
        throw DiagnosticsError(.guideWithoutStoredProperty, at: node)
      }
      return []
    }
  }
#endif
