import ForeignFormats
import Foundation
import Indexer
import TestSupport
import Testing

@Suite struct DocumentTextTests {
  private func text(_ bytes: [UInt8]) throws -> String {
    String(decoding: try DocumentText(decoding: bytes).bytes, as: UTF8.self)
  }

  private func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
    ([0xFEFF] + Array(text.utf16)).flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return bigEndian ? [high, low] : [low, high]
    }
  }

  @Test(arguments: ["", "a", "über 鍵 👩‍🔬\r\n", "\u{FEFF}twice", "line\n\nline\r"])
  func textIsTheSameInEveryEncoding(original: String) throws {
    let bytes = Array(original.utf8)
    // A text that begins with the mark loses one of them, as it would with any other reader.
    if !original.hasPrefix("\u{FEFF}") { #expect(try text(bytes) == original) }
    #expect(try text([0xEF, 0xBB, 0xBF] + bytes) == original)
    #expect(try text(utf16(original, bigEndian: true)) == original)
    #expect(try text(utf16(original, bigEndian: false)) == original)
  }

  @Test(
    arguments: [
      ([0x61, 0x00, 0x62], 1, "NUL"), ([0x61, 0x62, 0xFF], 2, "0xFF"), ([0xC3], 0, "0xC3"),
      ([0x61, 0xC0, 0x80], 1, "0xC0"),
      ([0xEF, 0xBB, 0xBF, 0xED, 0xA0, 0x80], 3, "0xED"), ([0x89, 0x50, 0x4E, 0x47], 0, "0x89"),
      ([0xFF, 0xFE, 0x61, 0x00, 0x00], 4, "an incomplete UTF-16 code unit"),
      ([0xFF, 0xFE, 0x00, 0xD8, 0x61, 0x00], 2, "an unpaired surrogate"),
      ([0xFF, 0xFE, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00], 2, "NUL"), ([0xFE, 0xFF, 0x00, 0x61, 0x00, 0x00], 4, "NUL"),
      ([0xF0, 0x9F, 0x91, 0x0A], 0, "0xF0"),
    ] as [([UInt8], Int, String)])
  func whatIsNotTextIsNamedWithItsPlace(bytes: [UInt8], offset: Int, found: String) {
    let failure = #expect(throws: DocumentText.NotText.self) { try DocumentText(decoding: bytes) }
    #expect(failure?.offset == offset && failure?.found == found)
  }

  @Test func randomBytesAreTextExactlyWhereSwiftThinksSo() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ -> UInt8 in
        let choices: [UInt8] = [0x0A, 0x61, 0x80, 0xA0, 0xBF, 0xC3, 0xE3, 0xED, 0xF0, 0xF4, 0x90, 0xFF]
        return choices.randomElement(using: &random) ?? 0
      }
      let expected = String(validating: bytes, as: UTF8.self)
      let found = try? DocumentText(decoding: bytes).bytes
      #expect((found != nil) == (expected != nil), "\(bytes)")
    }
  }
}
