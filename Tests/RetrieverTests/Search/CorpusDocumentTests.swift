import Foundation
import Indexer
import Retriever
import TestSupport
import Testing
import VectorStore

/// The documents among the sample notes that are no text, indexed by the program.
@Suite struct CorpusDocumentTests {
  /// As many as `rag search` shows.
  private static let limit = 8

  @Test func theDocumentAndThePlaceThatAnswerAreAmongThePassages() async throws {
    let notes = try Notes([:])
    let indexed = try await notes.rag("index", Corpus.folder.path)
    #expect(indexed.status == 0, "\(indexed)")
    let index = try await SearchIndex.open(at: notes.index, encoder: try MiniLM.encoder())
    var (lost, elsewhere) = ([String](), [String]())
    let questions = try Corpus.documentQuestions()
    for question in questions {
      let source = try #require(question.source, "\(question.id)")
      let place = try #require(question.place, "\(question.id)")
      let passages = try await index.passages(matching: question.question, limit: Self.limit)
      let found = passages.filter { $0.source.path == source }
      if found.isEmpty { lost.append(question.id) }
      let isRight = found.contains { $0.source.places?.hold(place, in: $0.source.lines) == true }
      if !isRight { elsewhere.append("\(question.id) \(found.map(\.source.description))") }
    }
    try await index.close()
    #expect(questions.count == 30)
    #expect(lost == [])
    #expect(elsewhere.count * 10 <= questions.count, "\(elsewhere)")
  }

  /// The place named has the answer, in the document as it is converted.
  @Test func thePlacesNamedHoldTheAnswer() async throws {
    let folder = try TemporaryFolder()
    let index = try await SearchIndex.open(at: folder.path + "/index.sqlite", encoder: HashingEncoder())
    #expect(try await index.update(from: Corpus.folder.path).failures.isEmpty)
    for question in try Corpus.documentQuestions() {
      let source = try #require(question.source, "\(question.id)")
      let chunks = try await index.chunks(ofDocument: source, in: Corpus.folder.path)
      let places = try #require(chunks.first?.document.places, "\(question.id): \(source)")
      let lines = chunks.flatMap { chunk in
        zip(chunk.chunk.lines, chunk.chunk.text.split(separator: "\n", omittingEmptySubsequences: false))
      }
      let text = lines.filter { places.name(ofLines: $0.0...$0.0) == question.place }.map(\.1).joined(separator: " ")
      let normalized = Corpus.normalized(text)
      let accepted = try #require(question.accept, "\(question.id)")
      #expect(accepted.contains { normalized.contains(Corpus.normalized($0)) }, "\(question.id): \(text)")
    }
  }

  @Test func documentsOfManyFormatsAreAsTheScriptMakesThem() throws {
    let documents = try Corpus.documents()
    #expect(documents.count == 16)
    #expect(Set(documents.map { ($0 as NSString).pathExtension }).count == 15)
    let check = Process()
    check.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    check.arguments = ["python3", "-B", Repository.url.path + "/scripts/samples/make.py", "--check"]
    try check.start()
    check.waitUntilExit()
    #expect(check.terminationStatus == 0)
  }
}
