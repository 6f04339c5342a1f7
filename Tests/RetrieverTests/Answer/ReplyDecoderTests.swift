import Retriever
import Testing

@Suite struct ReplyDecoderTests {
  /// Decodes a reply that comes in pieces cut at the given scalar.
  private func decode(
    _ reply: String, isBegun: Bool = true, cutAt cut: Int
  ) -> (text: String, isComplete: Bool) {
    let scalars = Array(reply.unicodeScalars)
    func string(_ part: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(part)) }
    var decoder = ReplyDecoder(isBegun: isBegun)
    var text = decoder.decode(string(scalars[..<cut]))
    text += decoder.decode(string(scalars[cut...]))
    text += decoder.finish()
    return (text, decoder.isComplete)
  }

  @Test(arguments: [
    (#"Every 90 days."}"#, "Every 90 days."),
    (#"Say \"yes\" twice.\nThen \\ once."}"#, "Say \"yes\" twice.\nThen \\ once."),
    (#"M\u00fcller \ud83d\ude00 ok", "citations": [1]}"#, "Müller 😀 ok"),
    (#"The "blue" one."}"#, "The \"blue\" one."),
    (#"No end"#, "No end"),
    (#"Closed late" }"#, "Closed late"),
    (#""}"#, ""),
    (#"鍵は毎月替える。"}"#, "鍵は毎月替える。"),
    (#""Tag version", "Build" and "Publish"."}"#, #""Tag version", "Build" and "Publish"."#),
    (#"Say "yes", then go."}"#, #"Say "yes", then go."#),
    (#"Set {"publish": "false"} in it."}"#, #"Set {"publish": "false"} in it."#),
    (#"Write a["x"] = 1."}"#, #"Write a["x"] = 1."#),
    (#"Done.", "sources" : [1]}"#, "Done."),
    ("Done.\"\n}\n```", "Done."),
    ("Done.\"} \nI hope this helps.", "Done."),
  ])
  func repliesReadTheSameWhereverTheyAreCut(reply: String, expected: String) {
    for cut in 0...reply.unicodeScalars.count {
      #expect(decode(reply, cutAt: cut).text == expected, "cut at \(cut)")
    }
  }

  @Test(arguments: [
    (#"{"answer": "Every \"90\" days."}"#, "Every \"90\" days."),
    ("```json\n{\n  \"answer\" : \"Every 90 days.\"\n}\n```", "Every 90 days."),
    ("\n{ \"answer\":\"鍵は毎月替える。", "鍵は毎月替える。"),
    ("Every \"90\" days.\\n", "Every \"90\" days.\\n"),
    ("```\nlet a = 1\n```\nDone.", "```\nlet a = 1\n```\nDone."),
    (#"{"days": 90}"#, #"{"days": 90}"#), (#"{"ans"#, #"{"ans"#), ("", ""), ("``", "``"), ("  ", ""),
  ])
  func aReplyThatTheModelBeganItselfReadsTheSameWhereverItIsCut(reply: String, expected: String) {
    for cut in 0...reply.unicodeScalars.count {
      #expect(decode(reply, isBegun: false, cutAt: cut).text == expected, "cut at \(cut)")
    }
  }

  @Test func aBrokenEscapeNeitherCrashesNorLosesTheRest() {
    #expect(decode(#"a\uZZZZb"}"#, cutAt: 3).text == "aZZZZb")
    #expect(decode(#"half \ud83d alone"}"#, cutAt: 6).text == "half \u{FFFD} alone")
    #expect(decode(#"ends in \"#, cutAt: 4).text == "ends in ")
  }

  @Test func whatFollowsTheClosingMarkIsNotText() {
    var decoder = ReplyDecoder()
    #expect(decoder.decode("Done.\"}\nand more") == "Done.")
    #expect(decoder.isComplete)
    #expect(decoder.decode("still more") == "")
    #expect(decoder.finish() == "")
  }

  /// The model's limit may cut a reply anywhere: only one that was closed is whole.
  @Test(arguments: [
    (#""Tag version", "#, false), (#""Tag version", "Buil"#, false), (#""Tag version", "Build""#, false),
    (#"Every 90"#, false), (#"Every 90 days."#, false), (#"Every 90 days.""#, false), (#"Every 90 days."}"#, true),
    (#"Every 90 days.", "citations": [1"#, true), (#"a "#, false),
  ])
  func aReplyIsCompleteOnlyIfItsStringWasClosed(reply: String, isComplete: Bool) {
    for cut in 0...reply.unicodeScalars.count {
      #expect(decode(reply, cutAt: cut).isComplete == isComplete, "cut at \(cut)")
    }
  }
}
