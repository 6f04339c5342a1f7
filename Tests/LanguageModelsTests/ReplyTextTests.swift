import LanguageModels
import Testing

@Suite struct ReplyTextTests {
  /// What a reply is, computed from the whole of it.
  private func oracle(_ text: String, stopSequences: [String]) -> String {
    let bytes = Array(text.utf8)
    let end = bytes.indices.first { start in
      stopSequences.contains { !$0.isEmpty && bytes[start...].starts(with: $0.utf8) }
    }
    return String(decoding: bytes[..<(end ?? bytes.count)], as: UTF8.self)
  }

  private func pieces(_ chunks: [some Sequence<UInt8>], stopSequences: [String]) -> [String] {
    var reply = ReplyText(stopSequences: stopSequences)
    return chunks.map { reply.append($0) } + [reply.finish()]
  }

  @Test(arguments: [
    ("The answer is 42.\"}\n", ["\"}", "\n\n"]), ("aababaaab", ["aaab", "bab"]), ("a👩🏽‍🚀b🇩🇪é한글", ["🇩🇪"]),
    ("stop at once", ["stop"]), ("ends in a half stop: <|im_", ["<|im_end|>"]), ("nothing stops this", []),
    ("abc", [""]),
    ("क्षि नमस्ते\r\nok", ["ok"]),
  ])
  func everyWayToCutTheBytesGivesTheSameReply(text: String, stopSequences: [String]) {
    let bytes = Array(text.utf8)
    let expected = oracle(text, stopSequences: stopSequences)
    for size in 1...bytes.count {
      for first in 0..<size {
        let chunks =
          [bytes.prefix(first)]
          + stride(from: first, to: bytes.count, by: size).map { bytes[$0..<min(bytes.count, $0 + size)] }
        #expect(pieces(chunks, stopSequences: stopSequences).joined() == expected)
      }
    }
  }

  @Test(arguments: ["a👩🏽‍🚀b🇩🇪🇫🇷한글é", "नमस्ते क्षि", "1\r\n2"])
  func noPieceEndsInsideACharacter(text: String) {
    let pieces = pieces(text.utf8.map { [$0] }, stopSequences: []).filter { !$0.isEmpty }
    #expect(pieces.flatMap { Array($0) } == Array(text))
  }

  @Test func plainTextIsNotHeldBack() {
    var reply = ReplyText(stopSequences: ["\"}"])
    #expect(reply.append(" the".utf8) == " the")
    #expect(reply.append(" end\"".utf8) == " end")
    #expect(reply.append(" of".utf8) == "\" of")
  }

  @Test func bytesThatAreNoTextAreShownAsReplacements() {
    #expect(pieces([[0x61, 0xFF, 0xF0, 0x9F], [0x62]], stopSequences: []).joined() == "a\u{FFFD}\u{FFFD}b")
    #expect(pieces([[0xE3, 0x81]], stopSequences: []).joined() == "\u{FFFD}")
  }

  @Test func nothingComesAfterAStop() {
    var reply = ReplyText(stopSequences: ["END"])
    #expect(reply.append("oneEN".utf8) == "one")
    #expect(reply.append("D two".utf8) == "")
    #expect(reply.isStopped)
    #expect(reply.append("three".utf8) == "")
    #expect(reply.finish() == "")
  }
}
