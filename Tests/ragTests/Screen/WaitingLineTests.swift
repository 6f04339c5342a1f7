import Foundation
import TestSupport
import Testing

/// What a person sees on a terminal until the first word.
@Suite(.serialized) struct WaitingLineTests {
  /// The states of the line that is shown and erased, in their order; what stays on the screen comes last.
  private func steps(of shown: String) -> [String] {
    shown.components(separatedBy: "\r\u{1B}[K").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { !$0.isEmpty }
  }

  @Test func everyStepIsSaidAndErasedBeforeTheAnswer() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let asked = ["ask"] + (try Notes.shortReplies) + ["What is the tyre pressure of the bicycle?"]
    let (status, shown) = try await Terminal.run(asked, environment: notes.environment)
    #expect(status == 0)
    let steps = steps(of: shown)
    let loading = try #require(steps.firstIndex(of: "loading the model"))
    let reading = try #require(steps.firstIndex { $0.contains("reading bike.md") && $0.contains(" tokens") })
    let writing = try #require(steps.lastIndex(of: "writing"))
    #expect(loading < reading && reading < writing)
    // Nothing of it is left: after the last step comes an answer with its sources, and no step again.
    let answer = try #require(steps.last)
    #expect(writing == steps.count - 2 && answer.contains("[1]") && answer.contains("bike.md:"))
  }

  @Test func aPipeGetsTheAnswerAlone() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let result = try await notes.rag(["ask"] + (try Notes.shortReplies) + ["What is the tyre pressure of the bicycle?"])
    #expect(!result.errors.contains("reading") && !result.errors.contains("loading"))
    #expect(!result.output.contains("\u{1B}") && !result.output.contains("writing"))
  }

  @Test func nothingIsWrittenOverThePrompt() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    // The model reads ahead what the window holds while the user types the next line.
    let (status, shown) = try await Terminal.run(
      ["chat", "--reply-tokens", "16"] + (try Notes.shallowModel),
      typing: ["What is the tyre pressure of the bicycle?", "And behind?", "/quit"], environment: notes.environment)
    #expect(status == 0)
    #expect(shown.contains("/help lists the commands"))
    let prompts = shown.components(separatedBy: "> ").dropFirst()
    #expect(prompts.count == 3)
    for prompt in prompts {
      let typed = prompt.prefix { !$0.isNewline }
      #expect(
        ["What is the tyre", "And behind?", "/quit"].contains { typed.hasPrefix($0) }, "\(typed.debugDescription)")
    }
  }

  @Test func aSummarySaysWhatItReads() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let file = try notes.folder.write("Feed me.\n\n" + String(repeating: Notes.bread + "\n", count: 20), to: "long.md")
    let (status, shown) = try await Terminal.run(
      ["summarize", "--words", "20"] + (try Notes.shallowModel) + [file], environment: notes.environment)
    #expect(status == 0)
    let steps = steps(of: shown)
    #expect(steps.first == "loading the model")
    #expect(steps.contains { $0.contains("reading ") && $0.contains(" tokens") })
  }
}
