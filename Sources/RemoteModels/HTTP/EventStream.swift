/// Splits the bytes of an event stream into the data of its events.
///
/// It follows the HTML Living Standard's "server-sent events": lines end in LF, CR or CRLF, a colon begins a comment,
/// several lines of data are joined, and an empty line ends an event. Bytes may be split anywhere.
package struct EventStream {
  /// The stream has a line or an event of more bytes than a reply needs.
  package struct TooLong: Error {}

  static let longest = 16 << 20
  private var line: [UInt8] = []
  private var data: [UInt8]?
  private var followsReturn = false

  package init() {}

  /// Returns the data of the events that these bytes complete.
  package mutating func append(_ bytes: [UInt8]) throws -> [String] {
    var events: [String] = []
    for byte in bytes {
      let isSecondHalf = followsReturn && byte == UInt8(ascii: "\n")
      followsReturn = byte == UInt8(ascii: "\r")
      if isSecondHalf { continue }
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
        line.append(byte)
        if line.count > Self.longest { throw TooLong() }
        continue
      }
      if let event = endLine() { events.append(event) }
      if let data, data.count > Self.longest { throw TooLong() }
    }
    return events
  }

  /// Returns the data of an event that the end of the stream completes.
  ///
  /// By the standard it would be dropped, but some servers leave out the last empty line.
  package mutating func finish() -> String? {
    if let event = endLine() { return event }
    return endLine()
  }

  private mutating func endLine() -> String? {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else {
      defer { data = nil }
      return data.map { String(decoding: $0, as: UTF8.self) }
    }
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    // Older versions of llama-server name the field of an error so.
    guard name.elementsEqual("data".utf8) || name.elementsEqual("error".utf8) else { return nil }
    var value = line.dropFirst(name.count + 1)
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    if data == nil { data = Array(value) } else { data?.append(contentsOf: [UInt8(ascii: "\n")] + value) }
    return nil
  }
}
