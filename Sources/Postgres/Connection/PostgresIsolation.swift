/// What a transaction sees of others that run at the same time ("Transaction Isolation" in PostgreSQL's manual).
public enum PostgresIsolation: String, Sendable {
  /// Each statement sees what was committed before it began.
  case readCommitted = "READ COMMITTED"
  /// All statements see what was committed before the first.
  case repeatableRead = "REPEATABLE READ"
  /// As if transactions ran one after another; a transaction that cannot fails with `PostgresError.Kind.conflict`.
  case serializable = "SERIALIZABLE"
}
