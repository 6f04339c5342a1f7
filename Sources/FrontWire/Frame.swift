/// A message between the process that listens for clients and the one that reads the notes.
///
/// The two share a pair of connected sockets. The listening process sends `request` and `cancel`, the other
/// `configuration` at the beginning, then for each request one `head`, any number of `body` and one `end`, a `code` now
/// and then, and `stop` at last.
public struct Frame: Sendable, Hashable {
  /// What a message is.
  public enum Kind: UInt8, Sendable, Hashable {
    /// How to listen: a `FrontConfiguration` in JSON.
    case configuration = 1
    /// It listens; the port: a text.
    case ready
    /// Why it cannot listen: a text.
    case failure
    /// A client's request: a `RequestHead` in JSON, a line feed, and the body.
    case request
    /// The client no longer waits.
    case cancel
    /// The beginning of a response: a `ResponseHead` in JSON.
    case head
    /// Bytes of a response.
    case body
    /// The response is complete.
    case end
    /// No more requests: end when those that are being answered have been.
    case stop
    /// A code that opens the page, once and within minutes: a text.
    case code
  }

  /// What the message is.
  public var kind: Kind
  /// The number of the request that it belongs to; 0 if it belongs to none.
  public var exchange: UInt32
  /// What it says.
  public var payload: [UInt8]

  /// Creates a message.
  public init(_ kind: Kind, of exchange: UInt32 = 0, _ payload: [UInt8] = []) {
    (self.kind, self.exchange, self.payload) = (kind, exchange, payload)
  }

  /// The bytes before the payload: its length, the kind and the exchange.
  static let headerSize = 9
  /// The longest payload, in bytes. Either end takes a longer one for damage.
  public static let longestPayload = 64 << 20

  /// The message as it is sent: the payload's length in four bytes, the first the highest, the kind, the exchange in
  /// four bytes, the payload.
  public var bytes: [UInt8] {
    func four(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    return four(UInt32(payload.count)) + [kind.rawValue] + four(exchange) + payload
  }

  /// Reads the part before the payload; `nil` if it is no message.
  static func header(_ bytes: [UInt8]) -> (kind: Kind, exchange: UInt32, count: Int)? {
    func number(_ place: Int) -> UInt32 { bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    guard bytes.count == headerSize, let kind = Kind(rawValue: bytes[4]) else { return nil }
    let count = Int(number(0))
    return count <= longestPayload ? (kind, number(5), count) : nil
  }
}
