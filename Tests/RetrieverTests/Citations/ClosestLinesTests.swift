import LanguageModels
import Retriever
import Testing

/// What is said if the passages fit a question well and the model doubts that they answer it.
@Suite struct ClosestLinesTests {
  private let options = AnswerOptions(refusalThresholds: RefusalThresholds(refuseBelow: 1, unsureBelow: 2))
  /// From a question that the notes answer to one of another topic.
  private static let questions = [
    "How often are the signing keys rotated?", "Are the signing keys rotated every 30 days?",
    "Is the tyre pressure in front 6 bar?", "What is the starter fed with?", "Who bought the rotated keys?",
    "What is fed on Monday with the keys of Friday?", "Who composed Nabucco in front of Milan?",
    "Where is the pressure of the atmosphere measured by satellites every year?", "Who composed Nabucco?",
  ]

  private func model(lean: Double, replies: [String] = []) -> ScriptedLanguageModel {
    ScriptedLanguageModel(scores: ["Yes": 10 + lean, "No": 10, "Unknown": lean < 1 ? 30 : -30], replies: replies)
  }

  @Test func aStrongMatchIsNeverCalledAbsent() async throws {
    let notes = try await ScriptedNotes()
    var outcomes: [Bool: Int] = [:]
    for question in Self.questions {
      for lean in [-8.0, 0, 0.99] {
        let answer = try await notes.index.answer(to: question, using: model(lean: lean), options: options)
        let result = try await answer.collect()
        let isStrong = answer.gateScore >= RefusalGate.strongMatch
        outcomes[isStrong, default: 0] += 1
        #expect(result.showsClosestLines == isStrong, "\(question)")
        if isStrong {
          #expect(answer.outcome == .unsure && result.outcome == .unsure && result.content.isEmpty)
          #expect(!result.sources.isEmpty && result.sources.count <= 3 && !answer.passages.isEmpty)
        } else if case .notInNotes = result.outcome {
          #expect(result.sources.isEmpty)
        } else {
          Issue.record("\(question): \(result.outcome)")
        }
      }
    }
    #expect(outcomes[true, default: 0] > 5 && outcomes[false, default: 0] > 2)
  }

  @Test func theLineThatAnswersIsAmongTheClosest() async throws {
    let notes = try await ScriptedNotes([
      "publish.md": [
        "A site password protects the whole site.", "Password protection of single notes is not supported.",
        "Files may have 50 MB.",
      ]
    ])
    let question = "Does Publish support password protection for single notes?"
    let answer = try await notes.index.answer(to: question, using: model(lean: -1), options: options)
    let result = try await answer.collect()
    #expect(result.sources.first?.text == "Password protection of single notes is not supported.")
    #expect(result.sources.allSatisfy { $0.text != "Files may have 50 MB." })
  }

  @Test(arguments: ["I don't know.", "The sources do not mention it."])
  func aModelThatRefusesIsNotBelievedEither(reply: String) async throws {
    let notes = try await ScriptedNotes()
    let question = Self.questions[0]
    let model = ScriptedLanguageModel(replies: [reply + #""}"#, reply + #""}"#])
    let asked = try await notes.index.answer(to: question, using: model).collect()
    let said = try await NotesConversation(about: notes.index, using: model).answer(to: question).collect()
    for result in [asked, said] {
      #expect(result.showsClosestLines && result.content == reply)
      #expect(result.sources.contains { $0.text.contains("90 days") })
    }
  }

  @Test func anAnswerThatIsWrittenHasItsOwnSources() async throws {
    let notes = try await ScriptedNotes()
    let model = model(lean: 1.5, replies: [#"Every 90 days."}"#])
    let answer = try await notes.index.answer(to: Self.questions[0], using: model, options: options)
    let result = try await answer.collect()
    #expect(result.outcome == .unsure && !result.showsClosestLines)
    #expect(result.content == "Every 90 days. [1]")
  }
}
