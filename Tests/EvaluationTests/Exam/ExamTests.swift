import Evaluation
import Foundation
import Indexer
import LanguageModels
import Retriever
import Synchronization
import Testing
import TestSupport
import VectorStore

/// An exam about notes of one fact each, sat by a model that reads the first source.
@Suite struct ExamTests {
  private let folder: TemporaryFolder
  private let index: SearchIndex
  private let boxes = BoxNotes()

  init() async throws {
    folder = try TemporaryFolder()
    try boxes.write(to: folder)
    index = try SearchIndex(at: folder.path + "/index.sqlite", encoder: HashingEncoder())
    _ = try await index.update(from: folder.path + "/notes") { _ in }
  }

  @Test func theNotesAreAskedAboutWithAndWithoutTheirAnswers() async throws {
    let results = Mutex<[AnswerResult]>([])
    let progress = Recorded<Exam.Progress>()
    let calibration = try #require(
      try await Exam(about: index, using: boxes.model()).run(questions: 40) { result in
        results.withLock { $0.append(result) }
      } onProgress: {
        progress.append($0)
      })
    #expect(calibration.questions == 40 && calibration.rightShare == 0.5 && calibration.answerableShare == 0.5)
    #expect((calibration.coverage(atRisk: 0.2) ?? 0) >= 0.45 && calibration.coverage(atRisk: 0.01) == nil)
    let asked = results.withLock { $0 }
    #expect(asked.filter { $0.category == "asked" }.allSatisfy { $0.isRight })
    #expect(asked.filter { $0.category == "withheld" }.allSatisfy { !$0.isRight && $0.answer.contains("grams") })
    // Each note is drawn once before any is drawn again.
    #expect(Set(asked.map(\.question)).count == 20)
    #expect(progress.all.first?.done == 0 && progress.all.last?.done == 38)

    var options = AnswerOptions(maximumRisk: 0.2)
    options.breadth = .best
    let given = try await index.answer(
      to: "How heavy is the lid of the amber box?", using: boxes.model(), options: options
    ).collect()
    #expect(given.content.contains("317 grams") && (given.probability ?? 0) > 0.5)
    let withheld = try await index.answer(
      to: "How heavy is the lid of the purple box?", using: boxes.model(), options: options
    ).collect()
    #expect(withheld.content.isEmpty && (withheld.probability ?? 1) < 0.5)
  }

  @Test func anInterruptedExamGoesOnAndKeepsNoText() async throws {
    await #expect(throws: BoxNotes.Broken.self) {
      try await Exam(about: index, using: boxes.model(failingAfter: 13)).run(questions: 40)
    }
    // The sixth pair was whole, the seventh was not.
    let kept = try #require(try await index.exams().values.first)
    #expect(boxes.answered.all.count == 13 && kept.flatMap(\.results).count { $0 == "{" } >= 12)
    let calibration = try await Exam(about: index, using: boxes.model()).run(questions: 40)
    #expect(calibration?.questions == 40 && boxes.answered.all.count == 13 + 40 - 12)
    let text = try #require(try await index.exams().values.first).map(\.results).joined()
    #expect(!text.contains("lid") && !text.contains("box") && !text.contains("amber") && !text.contains("grams"))

    let exam = Exam(about: index, using: boxes.model())
    try await exam.startOver()
    #expect(try await index.exams().isEmpty)
  }

  @Test func notesWithoutFactsGiveNoExam() async throws {
    let empty = try SearchIndex(at: folder.path + "/empty.sqlite", encoder: HashingEncoder())
    #expect(try await Exam(about: empty, using: boxes.model()).run(questions: 40) == nil)
    try folder.write("nothing that could be asked for is written here\n", to: "plain/a.md")
    _ = try await empty.update(from: folder.path + "/plain") { _ in }
    #expect(try await Exam(about: empty, using: boxes.model()).run(questions: 40) == nil)
  }

  @Test func everyPlaceIsDrawnOnce() {
    for count in [1, 2, 3, 7, 24, 100, 987] {
      #expect(Set((0..<count).map { Exam.place(of: $0, among: count) }) == Set(0..<count))
    }
  }
}
