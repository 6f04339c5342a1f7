import Foundation
import TestSupport
import Testing

/// `rag status` says of each format what became of its files.
@Suite struct StatusCommandTests {
  private struct Report: Decodable {
    struct Format: Decodable, Equatable {
      var format: String
      var read = 0
      var inPart = 0
      var byOCR = 0
      var failed = 0
      var skipped = 0
      var stale = 0
      var new = 0
    }
    struct Changes: Decodable {
      struct Failure: Decodable { var path, reason: String }
      var failures: [Failure]
      var formats: [Format]
      var others: [String: Int]
    }
    struct Status: Decodable {
      struct Folder: Decodable {
        struct Settings: Decodable { var code, ocr: Bool }
        var settings: Settings
      }
      var folders: [Folder]
    }
    var formats: [Format]
    var changes: [Changes]
    var status: Status
    var orphans: Int
  }

  @Test func theCountsAreThoseOfTheFiles() async throws {
    let notes = try Notes([
      "good.md": "# Good\n", "sub/changed.md": "# Changed\n", "sub/gone.md": "# Gone\n", "plain.txt": "plain",
      "bad.md": "---\ntitle: a: b\n---\ntext\n", "broken.pdf": "no PDF at all", "run.py": "print(1)\n",
      ".ragignore": "drafts/\n*.csv\n", "drafts/a.md": "# A\n", "drafts/deep/b.txt": "b", "drafts/.hidden.md": "c",
      "drafts/picture.png": "d", "table.csv": "a,b\n1,2\n", "a.doc": "x", "b/c.DOC": "x", "b/LICENSE": "x",
      "data.jsonl": "{\"n\": 1}\n",
    ])
    try notes.folder.write(Data([0x4D, 0xFC, 0x6C, 0x6C]), to: "notes/latin.txt")
    try FileManager.default.createSymbolicLink(atPath: notes.notes + "/lost.md", withDestinationPath: "nowhere.md")
    // What existed in the second of the run is not known to have failed.
    try await Task.sleep(for: .milliseconds(1100))
    let indexed = try await notes.rag("index", "--code", notes.notes)
    #expect(
      indexed.errors.contains(
        "rag: \(notes.notes)/bad.md: the front matter is not valid YAML (line 2: a value with a colon needs quotes)\n"),
      "\(indexed.errors)")
    // Not in the folder of those that failed, which would be tried again.
    try notes.folder.write("# Changed\n\nsince\n", to: "notes/sub/changed.md")
    try FileManager.default.removeItem(atPath: notes.notes + "/sub/gone.md")
    try notes.folder.write("# New\n", to: "notes/sub/new.md")

    let report = try JSONDecoder().decode(
      Report.self, from: Data(try await notes.rag("status", "--json").output.utf8))
    let expected = [
      Report.Format(format: "csv", skipped: 1),
      Report.Format(format: "md", read: 4, inPart: 1, failed: 1, skipped: 1, stale: 2, new: 1),
      Report.Format(format: "pdf", failed: 1), Report.Format(format: "py", read: 1),
      Report.Format(format: "txt", read: 1, failed: 1, skipped: 1),
    ]
    #expect(report.formats == expected && report.changes.map(\.formats) == [expected])
    #expect(report.changes.map(\.others) == [["doc": 2, "jsonl": 1, "": 1]])
    let failures = report.changes.flatMap(\.failures)
    #expect(failures.map(\.path) == ["lost.md"] && failures[0].reason.contains("nowhere"))
    #expect(report.orphans == 0)
    #expect(
      report.status.folders.map(\.settings.code) == [true] && report.status.folders.map(\.settings.ocr) == [false])

    let shown = try await notes.rag("status").output
    for part in [
      "\n6 documents, ", "; 0 orphans\nother files, not read: doc 2, without extension 1, jsonl 1\n",
      "csv 0, 1 skipped; md 4, 1 in part, 1 failed, 1 skipped, 2 stale, 1 new; pdf 0, 1 failed; py 1; "
        + "txt 1, 1 failed, 1 skipped; 0 orphans\n",
      ", --code  (", "    latin.txt  not UTF-8 text", " iconv -f windows-1252 ", "    lost.md  a symbolic link",
      "    broken.pdf  ",
      "    bad.md  the front matter is not valid YAML (line 2: ",
    ] {
      #expect(shown.contains(part), "\(part) in \(shown)")
    }
  }
}
