/// Builds instructions from components.
@resultBuilder public enum InstructionsBuilder {
  /// Joins components.
  public static func buildBlock(_ components: Instructions...) -> Instructions { buildArray(components) }
  /// Joins the iterations of a loop.
  public static func buildArray(_ components: [Instructions]) -> Instructions {
    Instructions(segments: components.flatMap(\.segments).joiningText())
  }
  /// The first of two branches.
  public static func buildEither(first component: Instructions) -> Instructions { component }
  /// The second of two branches.
  public static func buildEither(second component: Instructions) -> Instructions { component }
  /// An optional component.
  public static func buildOptional(_ component: Instructions?) -> Instructions {
    component ?? Instructions(segments: [])
  }
  /// A component under an availability condition.
  public static func buildLimitedAvailability(_ component: Instructions) -> Instructions { component }
  /// A value as a component.
  public static func buildExpression(_ expression: some InstructionsRepresentable) -> Instructions {
    expression.instructionsRepresentation
  }
}
