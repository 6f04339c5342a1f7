/// A message of `NOTIFY`.
public struct PostgresNotification: Sendable, Hashable {
  /// What was listened to.
  public var channel: String
  /// What the sender wrote; empty if nothing.
  public var payload: String
}
