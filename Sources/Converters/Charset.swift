import CXML2

/// Text in an encoding that a file names.
enum Charset {
  /// Returns the text; `nil` if no such encoding is known.
  static func string(of bytes: [UInt8], in name: String) -> String? {
    guard let handler = xmlFindCharEncodingHandler(name) else { return nil }
    defer { xmlCharEncCloseFunc(handler) }
    guard let input = xmlBufferCreateSize(bytes.count + 1), let output = xmlBufferCreateSize(bytes.count * 2 + 16)
    else {
      return nil
    }
    defer {
      xmlBufferFree(input)
      xmlBufferFree(output)
    }
    xmlBufferAdd(input, bytes, Int32(clamping: bytes.count))
    guard xmlCharEncInFunc(handler, output, input) >= 0, let content = xmlBufferContent(output) else { return nil }
    return String(decoding: UnsafeBufferPointer(start: content, count: Int(xmlBufferLength(output))), as: UTF8.self)
  }
}
