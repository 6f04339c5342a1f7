import CPostgres

extension PostgresError {
  /// The error that a result reports.
  init(of result: PostgresResult, on address: String) {
    let state = result.field(PQ_FIELD_SQLSTATE)
    let primary = result.field(PQ_FIELD_MESSAGE) ?? result.errorMessage
    // Only these end the connection, whatever their code.
    let isFatal = ["FATAL", "PANIC", nil].contains(result.field(PQ_FIELD_SEVERITY))
    let kind = isFatal ? .connectionLost : state.map { Self.kind(of: $0) } ?? .other
    var parts = [primary]
    if let detail = result.field(PQ_FIELD_DETAIL), kind != .constraint { parts.append(detail) }
    if let hint = result.field(PQ_FIELD_HINT) { parts.append(hint) }
    switch kind {
    case .connectionLost: self.init(kind, "the connection to \(address) was lost: \(primary)", sqlState: state)
    case .diskFull: self.init(kind, "the disk of \(address) is full: \(primary)", sqlState: state)
    default: self.init(kind, parts.joined(separator: "; "), sqlState: state)
    }
  }

  /// What an SQLSTATE means ("PostgreSQL Error Codes", appendix A).
  static func kind(of state: String) -> Kind {
    switch state {
    case "28P01", "28000": .wrongPassword
    case "3D000": .noSuchDatabase
    case "53300": .tooManyConnections
    case "53100": .diskFull
    case "57P03": .notReady
    // An administrator or a crash ended the server, a timeout the session.
    case "57P01", "57P02", "57P04", "57P05", "25P03", "25P04": .connectionLost
    case "57014": .statementCancelled
    case "55P03": .statementCancelled
    case "40001", "40P01": .conflict
    case "42501": .permissionDenied
    case "26000": .stalePlan
    // A value in binary form that is not one of the column's type.
    case "22P03", "08P01": .badValue
    case _ where state.hasPrefix("23"): .constraint
    default: .other
    }
  }

  /// The error of a connection that was not made.
  ///
  /// - Parameters:
  ///   - address: Its name in the message.
  ///   - status: The state of the connection (`ConnStatusType`) before it failed.
  ///   - mode: The value of `sslmode`.
  init(connecting connection: OpaquePointer, to address: String, status: Int, mode: String?) {
    let text = pq_error(connection).map { String(cString: $0) } ?? ""
    let reason = Self.reason(text)
    let state = Self.sqlState(text)
    func make(_ kind: Kind, _ message: String) -> PostgresError {
      PostgresError(kind, message, sqlState: state, isBeforeSending: true)
    }
    if pq_needs_password(connection) {
      self = make(.wrongPassword, "\(address) asks for a password, and there is none")
      return
    }
    switch state.map({ Self.kind(of: $0) }) {
    case .wrongPassword?: self = make(.wrongPassword, "\(address) refuses the login: \(reason)")
    case .noSuchDatabase?: self = make(.noSuchDatabase, "\(address): \(reason)")
    case .tooManyConnections?: self = make(.tooManyConnections, "\(address) takes no more connections: \(reason)")
    case .notReady?: self = make(.notReady, "\(address) is not ready: \(reason)")
    case .permissionDenied?: self = make(.permissionDenied, "\(address): \(reason)")
    case let kind?: self = make(kind == .connectionLost ? .notReady : kind, "\(address): \(reason)")
    case nil where status == PQ_CONNECTION_TLS && ["require", "verify-ca", "verify-full"].contains(mode):
      self = make(.untrusted, "no secure connection to \(address): \(reason)")
    case nil: self = make(.unreachable, "cannot reach \(address): \(reason)")
    }
  }

  /// The SQLSTATE in a verbose message: five characters after the severity and its colon, in any language.
  private static func sqlState(_ text: String) -> String? {
    text.firstMatch(of: #/:  ([0-9A-Z]{5}): /#).map { String($0.1) }
  }

  /// What a verbose message says, without the address that libpq begins with, the severity, the code and the place in
  /// the server's source.
  private static func reason(_ text: String) -> String {
    var lines = text.split(whereSeparator: \.isNewline).map(String.init)
    lines.removeAll { $0.contains(#/^[^ ]+:  \w+, \w+\.c:\d+$/#) }
    let line = lines.joined(separator: "\n")
    if let match = line.firstMatch(of: #/:  [0-9A-Z]{5}: /#) { return String(line[match.range.upperBound...]) }
    if let match = line.firstMatch(of: #/^[^\n]*" ?(?:\([^)]*\))?(?:, [^\n:]* \d+)? [^\n:"]*: /#) {
      return String(line[match.range.upperBound...])
    }
    return line
  }
}
