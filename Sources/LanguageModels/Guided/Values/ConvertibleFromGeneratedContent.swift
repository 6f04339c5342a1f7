/// A value that can be created from generated content.
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
  /// Reads the content. Throws `GeneratedContent.ParsingError` if it does not match.
  init(_ content: GeneratedContent) throws
}
