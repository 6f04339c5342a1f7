import ForeignFormats
import Foundation
import Indexer
import Testing
import VectorStore

/// What is counted of the files of each format.
@Suite struct FormatCountTests {
  private func document(_ path: String) -> Document {
    Document(folder: "/notes", path: path, title: "", size: 0, modified: 0, digest: "")
  }

  /// As `rag status --json` prints them.
  private func unread(_ files: [[String]]) throws -> [UnreadFile] {
    let objects = files.map { file in
      ["folder": file[0], "path": file[1], "problem": file[2], "isPartlyRead": file[3] == "part"] as [String: Any]
    }
    return try JSONDecoder().decode([UnreadFile].self, from: JSONSerialization.data(withJSONObject: objects))
  }

  @Test func aDocumentThatOCRHasReadIsRead() throws {
    let counts = FormatCount.counts(
      of: ["scan.pdf", "half.pdf", "empty.PDF", "text.pdf", "a.md", "b"].map(document),
      unread: try unread([
        ["/notes", "scan.pdf", "pages 1-2 \(ScannedPages.recognized)", "part"],
        ["/notes", "half.pdf", "page 1 \(ScannedPages.recognized); page 2 \(ScannedPages.without)", "part"],
        ["/notes", "empty.PDF", ScannedPages.onlyPictures, "none"],
        ["/notes", "a.md", "the front matter is not valid YAML", "part"], ["/other", "text.pdf", "damaged", "none"],
      ]))
    #expect(
      counts.map(\.description) == [" 1", "md 1, 1 in part", "pdf 3, 1 in part, 2 by OCR, 1 failed"])
  }

  @Test func theCountsOfFoldersAreAdded() {
    var (first, second, other) = (FormatCount(format: "md"), FormatCount(format: "md"), FormatCount(format: "csv"))
    (first.read, first.stale, first.new) = (2, 1, 1)
    (second.read, second.skipped, other.failed) = (1, 3, 1)
    #expect(
      FormatCount.sum(of: [first, second, other]).map(\.description)
        == ["csv 0, 1 failed", "md 3, 3 skipped, 1 stale, 1 new"])
  }
}
