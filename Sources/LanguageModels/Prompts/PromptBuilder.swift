/// Builds a prompt from components.
@resultBuilder public enum PromptBuilder {
  /// Joins components.
  public static func buildBlock(_ components: Prompt...) -> Prompt { buildArray(components) }
  /// Joins the iterations of a loop.
  public static func buildArray(_ components: [Prompt]) -> Prompt {
    Prompt(segments: components.flatMap(\.segments).joiningText())
  }
  /// The first of two branches.
  public static func buildEither(first component: Prompt) -> Prompt { component }
  /// The second of two branches.
  public static func buildEither(second component: Prompt) -> Prompt { component }
  /// An optional component.
  public static func buildOptional(_ component: Prompt?) -> Prompt { component ?? Prompt(segments: []) }
  /// A component under an availability condition.
  public static func buildLimitedAvailability(_ component: Prompt) -> Prompt { component }
  /// A value as a component.
  public static func buildExpression(_ expression: some PromptRepresentable) -> Prompt {
    expression.promptRepresentation
  }
}
