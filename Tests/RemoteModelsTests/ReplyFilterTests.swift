import RemoteModels
import Testing

/// What is no part of an answer is removed, however the reply is split.
@Suite struct ReplyFilterTests {
  private func splits(_ text: String) -> [[String]] {
    let scalars = Array(text.unicodeScalars)
    func string(_ part: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(part)) }
    return (0...scalars.count).map { [string(scalars[..<$0]), string(scalars[$0...])] } + [scalars.map { String($0) }]
  }

  @Test(arguments: [
    ("<think>\nLet me see.\n</think>\n\nIt is <b>here</b>.", "\nLet me see.\n", "It is <b>here</b>."),
    ("\n<think></think>Yes", "", "Yes"), ("No thought", "", "No thought"), ("< 5 litres", "", "< 5 litres"),
    ("<think>never </think closed", "never </think closed", ""), ("<thi", "", "<thi"), ("<think>a</think>", "a", ""),
    ("In HTML, <think> is not a tag.</think>", "", "In HTML, <think> is not a tag.</think>"),
  ])
  func aThoughtIsSeparatedFromTheAnswer(_ reply: String, _ thought: String, _ answer: String) {
    for pieces in splits(reply) {
      var filter = ThoughtFilter()
      var read = (thought: "", answer: "")
      for part in pieces.map({ filter.append($0) }) + [filter.finish()] {
        read = (read.thought + part.thought, read.answer + part.answer)
      }
      #expect(read == (thought, answer), "\(pieces)")
    }
  }

  @Test(arguments: [
    ("```json\n{\"a\": \"`b`\"}\n```", "{\"a\": \"`b`\"}"), ("{\"a\": 1}", "{\"a\": 1}"), ("\n```\n[1]\n```\n", "[1]"),
    ("```json\n{\"a\": 1", "{\"a\": 1"), ("", ""),
  ])
  func aFenceIsNoPartOfTheJSON(_ reply: String, _ json: String) {
    for pieces in splits(reply) {
      var filter = FenceFilter()
      var text = ""
      for piece in pieces { text += filter.append(piece) }
      #expect(text + filter.finish() == json, "\(pieces)")
    }
  }
}
