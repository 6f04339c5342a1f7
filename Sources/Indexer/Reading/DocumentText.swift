package import ForeignFormats

/// A document's text: its UTF-8 bytes, without a byte-order mark, and the offsets of its lines.
///
/// A line ends with a line feed, a carriage return, or both. Line ends stay in the bytes unchanged.
package struct DocumentText: Sendable {
  /// Thrown if bytes are not text.
  package typealias NotText = ForeignFormats.NotText

  /// The text's UTF-8 bytes.
  package let bytes: [UInt8]
  /// The byte offset of each line.
  ///
  /// An empty text has no lines.
  let lineStarts: [Int]
  /// Counts the work on the text, and stops it when the task is cancelled.
  package let meter: WorkMeter

  /// Decodes a file's bytes; throws `NotText`, or `CancellationError` if the task is cancelled.
  package init(decoding file: [UInt8], _ meter: WorkMeter = WorkMeter()) throws {
    self.meter = meter
    if file.starts(with: [0xFF, 0xFE]) {
      bytes = try DocumentText.utf8(fromUTF16: file, isBigEndian: false, meter)
    } else if file.starts(with: [0xFE, 0xFF]) {
      bytes = try DocumentText.utf8(fromUTF16: file, isBigEndian: true, meter)
    } else {
      let mark = file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      try DocumentText.check(file, from: mark, meter)
      bytes = mark == 0 ? file : Array(file[mark...])
    }
    try meter.add(bytes.count)
    lineStarts = DocumentText.lineStarts(in: bytes)
  }

  /// Creates a text from a string.
  package init(_ text: String, _ meter: WorkMeter = WorkMeter()) {
    self.meter = meter
    bytes = Array(text.utf8)
    lineStarts = DocumentText.lineStarts(in: bytes)
  }

  /// Returns the text of a byte range, whose bounds must be between code points.
  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  // MARK: Lines

  /// Returns the byte range of a line, without its line end.
  func line(_ number: Int) -> Range<Int> {
    let start = lineStarts[number]
    var end = number + 1 < lineStarts.count ? lineStarts[number + 1] : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }

  /// Returns the line that contains a byte.
  func lineNumber(ofByte offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private static func lineStarts(in bytes: [UInt8]) -> [Int] {
    guard !bytes.isEmpty else { return [] }
    var starts = [0]
    bytes.withUnsafeBufferPointer { bytes in
      starts.reserveCapacity(2 + bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
      for index in bytes.indices {
        let byte = bytes[index]
        guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
        let next = index + 1
        guard next < bytes.count, byte == UInt8(ascii: "\n") || bytes[next] != UInt8(ascii: "\n") else { continue }
        starts.append(next)
      }
    }
    return starts
  }

  // MARK: Decoding

  private static func check(_ file: [UInt8], from start: Int, _ meter: WorkMeter) throws {
    if try isUTF8(file[start...], meter), !file.contains(0) { return }
    try meter.add(file.count)
    if let problem = NotText(in: file, from: start) { throw problem }
  }

  /// Validates a part at a time, since the standard library makes a string of what it validates.
  private static func isUTF8(_ bytes: ArraySlice<UInt8>, _ meter: WorkMeter) throws -> Bool {
    try bytes.withUnsafeBufferPointer { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        var end = min(rest.startIndex + 1 << 20, rest.endIndex)
        // Not within a code point.
        for _ in 0..<3 where end < rest.endIndex && rest[end] & 0xC0 == 0x80 { end -= 1 }
        try meter.add(end - rest.startIndex)
        guard String(validating: rest[..<end], as: UTF8.self) != nil else { return false }
        rest = rest[end...]
      }
      return true
    }
  }

  private static func utf8(fromUTF16 file: [UInt8], isBigEndian: Bool, _ meter: WorkMeter) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.count)
    var parser = Unicode.UTF16.ForwardParser()
    var offset = 2
    func unit(at index: Int) -> UInt16 {
      let (first, second) = (UInt16(file[index]), UInt16(file[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var units = stride(from: 2, to: file.count - 1, by: 2).lazy.map(unit).makeIterator()
    while true {
      try meter.add(1)
      switch parser.parseScalar(from: &units) {
      case .valid(let encoded):
        let scalar = Unicode.UTF16.decode(encoded)
        guard scalar.value != 0 else { throw NotText(offset: offset, found: "NUL") }
        bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
        offset += 2 * encoded.count
      case .error: throw NotText(offset: offset, found: "an unpaired surrogate")
      case .emptyInput:
        guard offset == file.count else { throw NotText(offset: offset, found: "an incomplete UTF-16 code unit") }
        return bytes
      }
    }
  }
}

extension UInt8 {
  /// Whether it is ASCII white space, including line ends.
  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
