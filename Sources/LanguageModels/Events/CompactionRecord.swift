/// One compaction.
public struct CompactionRecord: Sendable, Hashable, Codable {
  /// Tokens of the request before.
  public var tokenCountBefore: Int
  /// Tokens of the request after.
  public var tokenCountAfter: Int
  /// Ids of entries that are gone.
  public var droppedEntryIDs: [String]
  /// Ids of entries that the summary stands for now.
  public var summarizedEntryIDs: [String]
  /// Whether the model had refused the request.
  public var isRecovery: Bool
  /// Why there is no summary where the policy wants one.
  public var summaryError: String?
}
