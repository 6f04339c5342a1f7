#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// The arguments of `@Generable`, as they were written.
  struct GenerableOptions {
    /// The name and description, as arguments of a schema, such as `, description: "A trip"`.
    let schemaArguments: String
    /// The description alone.
    let description: String
    /// Whether `nil` is written as null instead of left out.
    let showsNil: Bool

    /// The argument of a schema that says so, if it does.
    var nilArgument: String { showsNil ? ", representNilExplicitlyInGeneratedContent: true" : "" }
    /// The type of the values that become content.
    var valueType: String {
      let value = "any LanguageModels.ConvertibleToGeneratedContent"
      return showsNil ? value : "(\(value))?"
    }
    /// The call that leaves out values that are `nil`, if they are left out.
    var omission: String { showsNil ? "" : ".compactMap { name, value in value.map { (name, $0) } }" }

    /// Reads the arguments. Throws a diagnostic for one that has to be a literal and is none.
    init(_ attribute: AttributeSyntax) throws {
      let arguments = attribute.arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
      func argument(_ label: String) -> ExprSyntax? { arguments.first { $0.label?.text == label }?.expression }
      func schemaArgument(_ label: String) -> String {
        argument(label).map { ", \(label): \($0.trimmedDescription)" } ?? ""
      }
      description = schemaArgument("description")
      schemaArguments = schemaArgument("name") + description
      let showsNil = argument("representNilExplicitlyInGeneratedContent")
      if let showsNil, !showsNil.is(BooleanLiteralExprSyntax.self) {
        throw DiagnosticsError(.notALiteral, at: showsNil)
      }
      self.showsNil = showsNil?.trimmedDescription == "true"
    }
  }
#endif
