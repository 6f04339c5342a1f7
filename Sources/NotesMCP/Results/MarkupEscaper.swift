/// Takes the effect out of markup that came from notes, for programs that render an answer as Markdown or HTML.
///
/// A note may have `![](http://…)` or `<img src=…>`: a program that rendered it would fetch it, and so tell others
/// what was asked. No image, link, definition of a link or element is left; it stays readable as text. Emphasis, lists,
/// tables, code and marks such as `[1]` stay as they are, and so does a bare address, which leads where it says. What
/// the model writes is treated as text of notes, which it repeats.
package struct MarkupEscaper {
  /// The end of what was taken, if what follows decides.
  private var held: UInt8?

  package init() {}

  /// Returns a whole text without effect.
  package static func escaped(_ text: some StringProtocol) -> String {
    var escaper = MarkupEscaper()
    return escaper.take(text) + escaper.rest()
  }

  /// Takes the next part of a text, and returns what is decided of it.
  package mutating func take(_ text: some StringProtocol) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch (held, byte) {
      // An element, a comment, or an address in angle brackets.
      case (UInt8(ascii: "<")?, _):
        result += Self.opensTag(byte) ? Array("&lt;".utf8) : [UInt8(ascii: "<")]
      // The target of a link or an image, and the definition of one.
      case (UInt8(ascii: "]")?, UInt8(ascii: "(")), (UInt8(ascii: "]")?, UInt8(ascii: ":")):
        result += Array("]\\".utf8)
      case (let held?, _): result.append(held)
      case (nil, _): break
      }
      held = byte == UInt8(ascii: "<") || byte == UInt8(ascii: "]") ? byte : nil
      if held == nil { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns what was held back, once nothing more comes.
  package mutating func rest() -> String {
    defer { held = nil }
    return held.map { String(Character(Unicode.Scalar($0))) } ?? ""
  }

  private static func opensTag(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!")
      || byte == UInt8(ascii: "?")
  }
}
