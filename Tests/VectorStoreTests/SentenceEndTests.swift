import Testing
import VectorStore

/// The one rule for sentences, which chunks and citations share.
@Suite struct SentenceEndTests {
  private func isEnd(_ text: String, _ next: String, hasSpace: Bool = true) -> Bool {
    SentenceEnd.isEnd(
      text.utf8, before: next.utf8, isLowercase: next.first?.isLowercase == true, hasSpace: hasSpace)
  }

  @Test(arguments: [
    "It is over.", "It is over!", "\"Over?\"", "(It is over.)", "Over…", "It has 365.", "Was für ein Ende.",
    "see example.com.", "**Over.**",
  ])
  func aStopEndsASentenceBeforeSpace(text: String) {
    #expect(isEnd(text, "Then") && !isEnd(text, "Then", hasSpace: false))
  }

  @Test(arguments: [
    "Ask Dr.", "in e.g.", "(vgl.", "Franz J.", "am 3.", "Herr Ö.", "[argument ...]", "ein usw.", "no stop",
  ])
  func abbreviationsInitialsAndOrdinalsEndNothing(text: String) {
    #expect(!isEnd(text, "May"))
  }

  @Test func aFullStopBeforeALowerCaseLetterEndsNothing() {
    #expect(!isEnd("approx. or so.", "and") && !isEnd("wait…", "for") && isEnd("really?", "and"))
  }

  @Test func wideStopsNeedNoSpace() {
    #expect(isEnd("鍵を替えた。", "次", hasSpace: false) && isEnd("「鍵を替えた。」", "次", hasSpace: false))
    #expect(!isEnd("「鍵を替えた。", "」", hasSpace: false), "the bracket belongs to it")
  }

  @Test(arguments: ["", ".", ")", "\"", "…", "....", "\u{301}"]) func anyTextMayBeAsked(text: String) {
    #expect(!isEnd(text, "x") && !isEnd(text, "", hasSpace: false))
  }
}
