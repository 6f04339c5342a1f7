/// What can be made from content that a model generated.
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
  /// Reads the content; throws `GeneratedContent.ParsingError` where it is something else.
  init(_ content: GeneratedContent) throws
}
