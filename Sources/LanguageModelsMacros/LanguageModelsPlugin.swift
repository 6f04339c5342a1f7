#if Macros
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  /// The program that the compiler runs to expand the macros of `LanguageModels`.
  @main struct LanguageModelsPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [GenerableMacro.self, GuideMacro.self]
  }
#else
  /// Without the trait, this target has no macros; a build of all targets still links it.
  @main struct LanguageModelsPlugin {
    static func main() {}
  }
#endif
