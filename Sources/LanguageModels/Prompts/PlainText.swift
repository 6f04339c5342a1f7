/// Text in which the names of a template's tokens stay text.
package enum PlainText {
  /// Splits text so that no part contains a marker: each is split after its first byte.
  ///
  /// llama.cpp parses control tokens in text only on request, but user-defined ones always, and some files declare
  /// their template's tokens as user-defined.
  package static func parts(of text: String, splitting markers: [[UInt8]]) -> [String] {
    let bytes = Array(text.utf8)
    var parts: [String] = []
    var start = 0
    for index in bytes.indices.dropFirst()
    where markers.contains(where: { bytes[(index - 1)...].starts(with: $0) }) && bytes[index] & 0xC0 != 0x80 {
      parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
      start = index
    }
    return parts + [String(decoding: bytes[start...], as: UTF8.self)]
  }
}
