/// A record of one compaction.
public struct CompactionRecord: Sendable, Hashable, Codable {
  /// Tokens of the request before.
  public var tokenCountBefore: Int
  /// Tokens of the request after.
  public var tokenCountAfter: Int
  /// Ids of the entries that were dropped.
  public var droppedEntryIDs: [String]
  /// Ids of the entries that the summary replaces.
  public var summarizedEntryIDs: [String]
  /// Whether the model had refused the request.
  public var isRecovery: Bool
  /// Why there is no summary although the policy wanted one.
  public var summaryError: String?
}
