import Foundation
import RAGKit
import TestSupport
import Testing

/// What an app opens is named by a path or by the URL of a file, and by no other URL.
@Suite struct FileURLTests {
  private let remote = URL(string: "https://example.org/notes")

  @Test func anIndexIsOpenedAndUpdatedByURLs() async throws {
    let folder = try TemporaryFolder()
    try folder.write("# Keys\n\nRotated every 90 days.\n", to: "notes and more/keys.md")
    let path = URL(fileURLWithPath: folder.path)
    let index = try await SearchIndex.open(at: path.appending(path: "index.sqlite"), encoder: HashingEncoder())
    let report = try await index.update(from: path.appending(path: "notes and more"))
    #expect(report.changed == 1 && report.duration > .zero)
    #expect(try await index.documents(in: report.folder).map(\.path) == ["keys.md"])
    let date = try #require(try await index.documents(in: report.folder).first?.modificationDate)
    let file = path.appending(path: "notes and more/keys.md").path
    let known = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
    #expect(abs(date.timeIntervalSince(try #require(known))) < 0.001)
    let status = try #require(try await index.status().folders.first)
    #expect(status.indexedAt.map { abs($0.timeIntervalSince(date)) < 86_400 } == true)
  }

  @Test func anotherKindOfURLIsAnErrorThatNamesIt() async throws {
    let remote = try #require(remote)
    let folder = try TemporaryFolder()
    await #expect(throws: SearchIndexError.notAFileURL(remote)) { try await SearchIndex.open(at: remote) }
    let index = try await SearchIndex.open(at: folder.path + "/index.sqlite", encoder: HashingEncoder())
    await #expect(throws: IndexingError.notAFolder(remote.absoluteString)) { try await index.update(from: remote) }
    let encoder = #expect(throws: EmbeddingError.self) { try BERTEncoder(contentsOf: remote) }
    let model = await #expect(throws: LlamaError.self) { try await LlamaLanguageModel(contentsOf: remote) }
    let other = await #expect(throws: LlamaError.self) { try await LlamaTextEncoder(contentsOf: remote) }
    for error in [encoder, model, other] as [(any Error)?] {
      #expect(error?.localizedDescription.contains(remote.absoluteString) == true)
    }
  }
}
