import Embedding
import Foundation
import Indexer
import LanguageModels
import Retriever
import TestSupport
import Testing
import VectorStore

/// Names that are the same to the eye, and to Swift's strings, and are two names to the file system.
@Suite struct LookalikeNameTests {
  private static let composed = "f\u{FC}r"
  private static let decomposed = "fu\u{308}r"

  @Test func bothFilesAreIndexedFoundAndCited() async throws {
    let fixture = try await IndexerFixture()
    try fixture.write("The boat is painted green.\n", to: Self.composed + ".md")
    try fixture.write("The boat is painted white.\n", to: Self.decomposed + ".md")
    let report = try await fixture.update()
    #expect(report.files == 2 && report.changed == 2 && report.chunks == 2)
    #expect(try await fixture.update().unchanged == 2)

    let passages = try await fixture.index.passages(matching: "How is the boat painted?")
    #expect(Set(passages.map { Array($0.source.path.utf8) }).count == 2)
    try fixture.write("The boat is painted black.\n", to: Self.composed + ".md", age: 1)
    let current = zip(passages, passages.freshness()).filter { $1 == .current }.map { $0.0.text }
    #expect(current == ["The boat is painted white."])
    let model = ScriptedLanguageModel(replies: ["The boat is painted white, or green.\"}"])
    let answer = try await fixture.index.answer(to: "How is the boat painted?", using: model)
    #expect(answer.passages.count == 2, "each is a passage of its own")

    try fixture.remove(Self.composed + ".md")
    #expect(try await fixture.update().removed == 1)
    #expect(try await fixture.index.passages(matching: "boat").map(\.text) == ["The boat is painted white."])
  }

  @Test func bothFoldersAreIndexedAndOneIsRemoved() async throws {
    let fixture = try await IndexerFixture()
    let folders = [Self.composed, Self.decomposed].map { fixture.folder.path + "/" + $0 }
    try fixture.folder.write("red\n", to: Self.composed + "/note.md")
    for number in 1...2 { try fixture.folder.write("blue \(number)\n", to: Self.decomposed + "/\(number).md") }
    let reports = try await fixture.index.update(fromAll: folders)
    #expect(reports.count == 2)
    for report in reports { #expect(report.chunks == (report.folder.utf8.count == folders[0].utf8.count ? 1 : 2)) }
    #expect(try await fixture.index.update().count == 2)
    #expect(try await fixture.index.removeFolder(folders[1]) == 2)
    #expect(try await fixture.index.folders().map { Array($0.utf8) } == [Array(folders[0].utf8)])
  }
}
