/// What precedes a file's bytes on the way to the program that converts it: a line of JSON.
public struct ConversionRequest: Sendable, Hashable, Codable {
  /// The file's name.
  public var name: String
  /// The number of bytes.
  public var count: Int

  /// Creates a request.
  public init(name: String, count: Int) { (self.name, self.count) = (name, count) }
}
