import Foundation

extension Frame {
  /// A frame whose payload is a value in JSON and, after a line feed, bytes.
  public init(
    _ kind: Kind, of exchange: UInt32 = 0, json: some Encodable, body: [UInt8]? = nil
  ) throws {
    let json = try JSONEncoder().encode(json)
    self.init(kind, of: exchange, [UInt8](json) + (body.map { [UInt8(ascii: "\n")] + $0 } ?? []))
  }

  /// Returns the value in the payload, and what follows it.
  public func value<Value: Decodable>(_ type: Value.Type) throws -> (value: Value, body: ArraySlice<UInt8>) {
    // JSON has no line feed inside a text, and none is written between values.
    let end = payload.firstIndex(of: UInt8(ascii: "\n")) ?? payload.endIndex
    return (try JSONDecoder().decode(type, from: Data(payload[..<end])), payload[end...].dropFirst())
  }
}
