import Evaluation
import Testing

@Suite struct AnswerMatchTests {
  private func question(
    _ answers: String..., accepted: [[String]]? = nil, acceptsOverlap: Bool = true
  ) -> AnswerSet.Question {
    AnswerSet.Question(
      id: "1", text: "?", isAnswerable: true, answers: answers, accepted: accepted ?? [answers],
      acceptsOverlap: acceptsOverlap)
  }

  /// The figures are those of SQuAD's evaluation script (version 2.0).
  @Test(arguments: [
    ("October 1973", "October 1973", true, 1), ("It began in October 1973.", "October 1973", false, 0.5714),
    ("The first oil-shock", "first oil shock", false, 0.4), ("$12", "nearly $12", false, 0.6667),
    ("A U.S. agency", "the US agency", true, 1), ("mid-1960s", "the mid 1960s", false, 0),
    ("two, three and four", "two three", false, 0.6667), ("red red blue", "red blue blue", false, 0.6667),
    ("No.", "no", true, 1), ("nothing at all", "something", false, 0), ("“Zwölf” Gärten", "Zwölf Gärten", false, 0.5),
    ("Theatre of the Absurd", "a theatre of absurd", true, 1),
  ])
  func exactMatchAndF1AreSQuADs(answer: String, reference: String, exact: Bool, f1: Double) {
    let match = AnswerMatch(of: answer, with: question(reference))
    #expect(match.exact == exact && abs(match.f1 - f1) < 1e-4)
  }

  @Test func theMostSimilarReferenceCounts() {
    let match = AnswerMatch(of: "1973", with: question("in the year 1974", "1973", "October 1973"))
    #expect(match.exact && match.f1 == 1)
  }

  @Test func aCharacterIsAWordInScriptsWithoutSpaces() {
    let match = AnswerMatch(of: "共有70个议席。", with: question("70个议席"))
    #expect(abs(match.f1 - 2 * 4 / 10) < 1e-9)
    #expect(AnswerMatch(of: "江苏苏宁", with: question("江苏 苏宁")).exact)
  }

  @Test(arguments: [
    ("It is 25 °C [1]", "25 °C", true), ("In October\n1973.", "october 1973", true), ("12,400 euros", "12400", true),
    ("from 2026 on", "20", false), ("4.5 bar", "4", false), ("1.4 bar", "4", false), ("4 bar.", "4", true),
    ("14 bar", "4 bar", false), ("warm water", "war", false), ("he is at war", "war", true), ("unknown", "no", false),
    ("从2016年起", "2016", true), ("香港立法会", "立法会", true), ("`max_retries` is *three*", "max_retries is three", true),
    ("5–6 bar", "5-6 bar", true), ("", "4", false),
  ])
  func whatIsContained(answer: String, accepted: String, isContained: Bool) {
    #expect(AnswerMatch(of: answer, with: question(accepted)).contains == isContained)
  }

  @Test func ofEachGroupOneTextIsNeeded() {
    let list = question("Anna and Ben", accepted: [["Anna"], ["Ben", "Benjamin"]], acceptsOverlap: false)
    #expect(AnswerMatch(of: "Benjamin, and Anna", with: list).isRight)
    #expect(!AnswerMatch(of: "Anna", with: list).isRight)
  }

  @Test func aSimilarAnswerIsRightUnlessItsNumbersDiffer() {
    let date = question("3 October 2012")
    #expect(AnswerMatch(of: "on October 3, 2012", with: date).isRight)
    #expect(!AnswerMatch(of: "5 October 2012", with: date).isRight)
    #expect(!AnswerMatch(of: "on October 3, 2012", with: question("3 October 2012", acceptsOverlap: false)).isRight)
  }
}
