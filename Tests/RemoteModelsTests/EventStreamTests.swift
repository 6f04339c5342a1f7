import RemoteModels
import Testing

@Suite struct EventStreamTests {
  /// Every field and line end of the standard, with characters of several bytes.
  private static let text =
    ": a comment\ndata: grüße 👩🏽‍🚀\n\nevent: x\r\ndata:one\r\ndata: two\r\n\r\ndata:  three\r\rid: 4\n\n\ndata\n\n"
    + ":ping\n\ndata: last"
  private static let events = ["grüße 👩🏽‍🚀", "one\ntwo", " three", "", "last"]

  @Test func eventsDoNotDependOnHowTheBytesAreSplit() throws {
    let bytes = Array(Self.text.utf8)
    for split in 0...bytes.count {
      var stream = EventStream()
      let events = try stream.append(Array(bytes[..<split])) + stream.append(Array(bytes[split...]))
      #expect(events + [stream.finish()].compactMap(\.self) == Self.events, "split at \(split)")
    }
    var stream = EventStream()
    let single = try bytes.flatMap { try stream.append([$0]) }
    #expect(single + [stream.finish()].compactMap(\.self) == Self.events)
  }

  @Test func aLineWithoutEndIsAnError() throws {
    var stream = EventStream()
    let megabyte = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
    #expect(throws: EventStream.TooLong.self) { for _ in 0..<17 { _ = try stream.append(megabyte) } }
  }
}
