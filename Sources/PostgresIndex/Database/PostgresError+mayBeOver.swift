import Postgres

extension PostgresError {
  /// Whether the database may answer later, without anything being changed here.
  var mayBeOver: Bool {
    switch kind {
    case .unreachable, .connectionLost, .commitUnknown, .notReady, .tooManyConnections, .poolExhausted, .conflict: true
    default: false
    }
  }
}
