/// What was searched for, and which passages the model was given.
public struct RetrievalRecord: Sendable, Hashable, Codable {
  /// What was searched for.
  public var query: String
  /// The sources of the passages in the prompt, such as `keys.md:41-58`, best first.
  public var sources: [String]

  /// Creates a record.
  public init(query: String, sources: [String]) {
    self.query = query
    self.sources = sources
  }
}
