import Foundation

/// Text in an encoding that a file names.
enum Charset {
  /// Returns the text, with U+FFFD for each byte that is wrong; `nil` if no such encoding is known.
  static func string(of bytes: [UInt8], in name: String) -> String? {
    let converter = iconv_open("UTF-8", name)
    guard converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    var bytes = bytes
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    bytes.withUnsafeMutableBytes { bytes in
      var from = bytes.bindMemory(to: CChar.self).baseAddress
      var left = bytes.count
      while left > 0 {
        let (code, count) = buffer.withUnsafeMutableBufferPointer { buffer in
          var to = buffer.baseAddress
          var room = buffer.count
          let isDone = iconv(converter, &from, &left, &to, &room) != -1
          return (isDone ? 0 : errno, buffer.count - room)
        }
        text += buffer[..<count].lazy.map { UInt8(bitPattern: $0) }
        guard code != 0, code != E2BIG else { continue }
        text += "\u{FFFD}".utf8
        from = from?.advanced(by: 1)
        left -= 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
