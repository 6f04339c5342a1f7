/// What the converting program answers: a line with the number of bytes, and so much JSON. Empty lines
/// before it say that it is still at work.
public struct ConversionAnswer: Sendable, Hashable, Codable {
  /// The text; `nil` if there is none.
  public var conversion: Conversion?
  /// Why there is no text, as a sentence about the file.
  public var failure: String?

  /// Creates an answer.
  public init(conversion: Conversion? = nil, failure: String? = nil) {
    (self.conversion, self.failure) = (conversion, failure)
  }
}
