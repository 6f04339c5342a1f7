/// A value that can be made from content that a model generated.
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
  /// Reads the content; throws `GeneratedContent.ParsingError` if it is something else.
  init(_ content: GeneratedContent) throws
}
