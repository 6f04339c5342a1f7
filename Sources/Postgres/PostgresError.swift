/// What went wrong with a database, in one line.
///
/// No password appears in it: addresses are printed without, and libpq's messages have none.
public struct PostgresError: Error, Hashable, CustomStringConvertible {
  /// What a caller may want to tell apart.
  public enum Kind: Hashable, Sendable {
    /// libpq is not installed, or older than version 14.
    case noLibrary
    /// The address cannot be read.
    case badAddress
    /// No server answers at any of the addresses.
    case unreachable
    /// The server's certificate was refused, or the server has no TLS.
    case untrusted
    /// The password is wrong or missing, or the server lets this role not in.
    case wrongPassword
    /// The server has no database of this name.
    case noSuchDatabase
    /// An extension is not installed, or too old.
    case missingExtension
    /// The server is older than the oldest one supported.
    case oldServer
    /// The server has no connection left.
    case tooManyConnections
    /// The server is starting, stopping or recovering.
    case notReady
    /// The connection ended. What was sent and not answered may have been done or not; an open transaction is undone.
    case connectionLost
    /// The connection ended after COMMIT was sent, and before the answer came. The transaction is whole or not there.
    case commitUnknown
    /// The server has no room.
    case diskFull
    /// The role may not do this.
    case permissionDenied
    /// The server ended the statement: it ran or waited for too long, or an administrator cancelled it.
    case statementCancelled
    /// Transactions were in each other's way; the same transaction may succeed when it is run again.
    case conflict
    /// A row breaks a constraint.
    case constraint
    /// The statement prepared earlier no longer fits its tables, or is gone.
    case stalePlan
    /// A value cannot be sent, or is not of the type asked for.
    case badValue
    /// No connection of the pool became free in time.
    case poolExhausted
    /// The connection cannot do this now.
    case misuse
    /// Anything else that the server reports.
    case other
  }

  /// What a caller may act on.
  public let kind: Kind
  /// One line.
  public let message: String
  /// The code of the server's error, as in "PostgreSQL Error Codes"; `nil` if the server did not report it.
  public let sqlState: String?
  /// Which statement of a pipeline failed, from 0.
  public internal(set) var statement: Int?
  /// Whether nothing of the operation can have reached the server.
  public internal(set) var isBeforeSending = false

  init(_ kind: Kind, _ message: String, sqlState: String? = nil, isBeforeSending: Bool = false) {
    self.kind = kind
    self.message = Self.line(message)
    self.sqlState = sqlState
    self.isBeforeSending = isBeforeSending
  }

  /// The message, with the server's code if there is one.
  public var description: String { sqlState.map { "\(message) (SQLSTATE \($0))" } ?? message }

  /// Joins the lines of a message.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline)
      .map { $0.drop { $0 == " " || $0 == "\t" } }
      .filter { !$0.isEmpty }
      .joined(separator: "; ")
  }

  /// Whether a new connection may succeed where this one did not, without anything being changed.
  var mayPass: Bool { kind == .notReady || kind == .tooManyConnections }
}
