import Evaluation
import Testing
import TestSupport
import VectorStore

@Suite struct ExamWriterTests {
  private let topic = ExamWriter.Topic(
    heading: "Boiler", sentence: "It was installed in May 2004 by Brandt.", fact: "2004")

  private func chunk(_ text: String) -> StoredChunk {
    StoredChunk(
      id: 1,
      document: Document(folder: "/notes", path: "a.md", title: "Boiler", size: 1, modified: 0, digest: ""),
      ordinal: 0, chunk: Chunk(text: text, headingPath: ["Boiler", "History"], lines: 1...1, bytes: 0..<1))
  }

  @Test func namesAndNumbersInSentencesAreTopics() {
    let topics = ExamWriter.topics(
      in: chunk(
        """
        created: 2026-03-17 and some more words
        # The boiler of 1998 in the cellar
        It was installed in May 2004 by Brandt.

        Costs 80.
        """))
    #expect(Set(topics.map(\.fact)) == ["2004", "Brandt"])
    #expect(Set(topics.map(\.heading)) == ["Boiler, History"])
    #expect(Set(topics.map(\.sentence)) == ["It was installed in May 2004 by Brandt."])
  }

  @Test(arguments: [
    ("When was the boiler installed?", true), ("锅炉是什么时候安装的？", true), ("When was it installed in 2004?", false),
    ("The boiler was installed.", false), ("When? By whom?", false), ("Why?", false),
    ("What does the sentence say about the boiler?", false),
  ])
  func aQuestionIsOneAndDoesNotGiveItsAnswerAway(question: String, isSound: Bool) {
    #expect(ExamWriter.isSound(question, about: topic) == isSound)
  }

  @Test func anAnswerIsTheFactWithFewWordsAroundIt() {
    #expect(ExamWriter.answers("In May 2004.", with: "2004") && ExamWriter.answers("2004", with: "2004"))
    #expect(!ExamWriter.answers("In May 2005.", with: "2004") && !ExamWriter.answers("", with: "2004"))
    #expect(!ExamWriter.answers("It was installed in the cellar of the house in May 2004 by Brandt.", with: "2004"))
  }

  @Test func aNumberOrANameIsExchanged() {
    let passage = "In 2004 Brandt installed the boiler; it was cleaned in 2005."
    func exchanged(_ question: String, names: String = "We met Ines Falk there.") -> String? {
      ExamWriter.exchanged(question, about: passage, withNamesOf: names)
    }
    #expect(exchanged("Who installed the boiler in 2004?") == "Who installed the boiler in 2006?")
    #expect(exchanged("When did Brandt install the boiler?") == "When did Ines install the boiler?")
    #expect(exchanged("When did Brandt install the boiler?", names: "nobody was there") == nil)
    #expect(exchanged("When was the boiler installed?") == nil)
    // What the passage does not have is not exchanged.
    #expect(exchanged("Who installed the boiler in 1998?") == nil)
  }
}
