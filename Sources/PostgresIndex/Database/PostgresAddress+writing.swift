import Postgres

extension PostgresAddress {
  /// The same database on a server that takes changes, whichever servers the address prefers: not on a standby.
  var forWriting: PostgresAddress {
    var address = self
    address.options["target_session_attrs"] = "read-write"
    return address
  }
}
