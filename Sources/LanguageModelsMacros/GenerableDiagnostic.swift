#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// What is wrong with a declaration, and what to write instead.
  struct GenerableDiagnostic: DiagnosticMessage {
    let id: String
    let message: String
    var severity: DiagnosticSeverity { .error }
    var diagnosticID: MessageID { MessageID(domain: "LanguageModels", id: id) }

    private init(_ message: String, id: String = #function) {
      self.id = id
      self.message = message
    }

    static func onlyStructuresAndEnumerations(_ declaration: some DeclGroupSyntax) -> Self {
      Self("@Generable is for structures and enumerations, not for \(declaration.kindName)")
    }
    static func privateInAnother(_ name: String) -> Self {
      Self("make '\(name)' fileprivate: @Generable extends it, and no extension sees a private type in another one")
    }
    static var notALiteral: Self { Self("write true or false: @Generable has no other value before the program runs") }
    static func missingType(_ name: String) -> Self {
      Self("declare the type of '\(name)': @Generable cannot infer it")
    }
    static func severalNames() -> Self {
      Self("@Generable reads properties with a name of their own: declare each by itself")
    }
    static func lazyOrWeak(_ name: String, _ modifier: String) -> Self {
      Self("'\(name)' cannot be generated: remove '\(modifier)', or compute the property")
    }
    static func constantWithValue(_ name: String) -> Self {
      Self("'\(name)' always has the same value: make it a variable to generate it, otherwise static or computed")
    }
    static func unsupportedType(_ name: String, _ kind: String, _ advice: String) -> Self {
      Self("'\(name)' cannot be generated, since its type is \(kind): \(advice)")
    }
    static func repeatedGuide(_ name: String) -> Self { Self("'\(name)' has two guides: join them in one @Guide") }
    static var guideWithoutStoredProperty: Self {
      Self("@Guide is for stored properties of a @Generable structure")
    }
    static var guideOfSeveralProperties: Self { Self("@Guide is for one property: declare each by itself") }
    static func noCases(_ name: String) -> Self { Self("'\(name)' has no cases, so there is nothing to generate") }
    static func repeatedCase(_ name: String) -> Self {
      Self("two cases are called '\(name)': content tells them apart by name only")
    }
    static func repeatedLabel(_ label: String, _ name: String) -> Self {
      Self("two properties of the content of '\(name)' would be called '\(label)': use other labels")
    }
    static func rawType(_ type: String) -> Self {
      Self("raw values of type \(type) cannot be generated: use String, or no raw values")
    }
  }

  extension DiagnosticsError {
    init(_ message: GenerableDiagnostic, at node: some SyntaxProtocol) {
      self.init(diagnostics: [Diagnostic(node: node, message: message)])
    }
  }

  extension DeclGroupSyntax {
    /// What a declaration is called in a message.
    fileprivate var kindName: String {
      switch kind {
      case .classDecl: "a class"
      case .actorDecl: "an actor"
      case .protocolDecl: "a protocol"
      default: "this declaration"
      }
    }
  }
#endif
