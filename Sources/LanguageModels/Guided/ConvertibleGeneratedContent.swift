/// What can be made from content that a model generated.
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
  /// Reads the content; throws `GeneratedContent.ParsingError` where it is something else.
  init(_ content: GeneratedContent) throws
}

/// What can be shown to a model as content of the kind that it generates.
public protocol ConvertibleToGeneratedContent: InstructionsRepresentable, PromptRepresentable {
  /// The value as content.
  var generatedContent: GeneratedContent { get }
}
