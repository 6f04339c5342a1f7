/// A record of one search, with the passages given to the model.
public struct RetrievalRecord: Sendable, Hashable, Codable {
  /// The query.
  public var query: String
  /// The sources of the passages in the prompt, such as `keys.md:41-58`, best first.
  public var sources: [String]

  /// Creates a record.
  public init(query: String, sources: [String]) {
    self.query = query
    self.sources = sources
  }
}
