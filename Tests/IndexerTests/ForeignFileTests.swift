import ForeignFormats
import Foundation
import Indexer
import TestSupport
import Testing
import VectorStore

/// Files that `rag-read` converts.
@Suite struct ForeignFileTests {
  private static let table = "Name;Price\nOscillator;120 €\nFilter bank;80 €\n"
  private static let page = """
    <html><head><title>Beekeeping</title><script>var hidden = 1</script></head>
    <body><nav>Home Contact</nav><h1>Bees</h1><p>The queen is marked blue in 2025.</p><h2>Winter</h2>
    <p>Feed before the end of September.</p></body></html>
    """

  private func fixture(_ notes: [String: String]) async throws -> IndexerFixture {
    try #require(FileConverter.shared != nil, "rag-read is not beside the tests: build it first")
    return try await IndexerFixture(notes)
  }

  private func chunks(of path: String, in fixture: IndexerFixture) async throws -> [StoredChunk] {
    try await fixture.index.chunks(ofDocument: path, in: fixture.notesPath)
  }

  @Test func theRowsOfATableKnowTheirColumns() async throws {
    let fixture = try await fixture(["synths.csv": Self.table])
    #expect(try await fixture.update().failures.isEmpty)
    let chunk = try #require(try await chunks(of: "synths.csv", in: fixture).first)
    #expect(chunk.chunk.text.contains("- Name: Filter bank; Price: 80 €"))
    let places = try #require(chunk.document.places)
    #expect(places.name(ofLines: 3...3) == "row 3" && places.name(ofLines: 2...3) == "rows 2-3")
  }

  @Test func aWebPageIsItsText() async throws {
    let fixture = try await fixture(["bees.html": Self.page])
    try await fixture.update()
    let found = try await chunks(of: "bees.html", in: fixture)
    let text = found.map(\.chunk.text).joined(separator: "\n")
    #expect(text.contains("marked blue") && !text.contains("hidden") && !text.contains("Contact"))
    let chunk = try #require(found.last)
    #expect(chunk.document.title == "Beekeeping")
    #expect(chunk.document.places?.name(ofLines: chunk.chunk.lines)?.hasPrefix("§ ") == true)
  }

  @Test func messagesOfAMaildirAreNotes() async throws {
    let mail = "From: ida@example.org\nSubject: Plums\nDate: Tue, 3 Nov 2026 14:05:00 +0100\n\nThe plums are ripe.\n"
    let fixture = try await fixture([
      "inbox/cur/1700000000.M20P3.host:2,S": mail, "inbox/new/1700000001.4_5.host": mail,
      "inbox/cur/1700000009.M20P3.host:2,ST": mail, "inbox/.Sent/cur/1700000002.M1P2.host,S=120:2,": mail,
      "inbox/tmp/1700000003.M1P2.host": mail,
      "inbox/.Sent/dovecot.index.log": "no note", "inbox/.hidden/a.md": "Hidden.", "cur/list.txt": "A text.",
    ])
    let report = try await fixture.update()
    #expect(report.failures.isEmpty && report.encodedChunks > 0)
    #expect(
      try await fixture.paths() == [
        "cur/list.txt", "inbox/.Sent/cur/1700000002.M1P2.host,S=120:2,", "inbox/cur/1700000000.M20P3.host:2,S",
        "inbox/new/1700000001.4_5.host",
      ])
    let chunk = try #require(try await chunks(of: "inbox/new/1700000001.4_5.host", in: fixture).first)
    #expect(chunk.document.title == "Plums" && chunk.chunk.text.contains("plums are ripe"))
    // The walk of one folder of mail stays in it.
    let sent = DocumentFolder(fixture.notesPath + "/inbox/.Sent")
    let listing = try sent.listing()
    #expect(listing.files.map(\.path) == ["cur/1700000002.M1P2.host,S=120:2,"] && listing.failures.isEmpty)
    // A message that was read gets another name.
    try FileManager.default.moveItem(
      atPath: fixture.notesPath + "/inbox/new/1700000001.4_5.host",
      toPath: fixture.notesPath + "/inbox/cur/1700000001.4_5.host:2,RS")
    let second = try await fixture.update()
    #expect(second.moved == 1 && second.encodedChunks == 0)
  }

  /// It is told once, and not tried again before it changes.
  @Test(arguments: ["broken.pdf", "broken.md"]) func aFileThatCannotBeReadIsRemembered(name: String) async throws {
    let fixture = try await fixture(["good.md": "Good.", name: "\0 no file of this kind"])
    let first = try await fixture.update()
    #expect(first.failures.map(\.path) == [name] && first.changed == 1 && first.warnings.isEmpty)
    // A folder that has just changed is looked through again.
    try fixture.write("Also good.", to: "more.md", age: 80_000)
    let waiting = try await fixture.index.waitingFiles(within: .seconds(60))
    #expect(waiting?.new == 1 && waiting?.changed == 0)
    let second = try await fixture.update()
    #expect(second.failures.isEmpty && second.stillUnread == 1)
    try fixture.setAge(70_000, of: name)
    #expect(try await fixture.update().stillUnread == 1)
    let unread = try await fixture.index.unreadFiles()
    #expect(unread.map(\.path) == [name] && unread.allSatisfy { !$0.isPartlyRead })
    let listed = try await fixture.index.entries(where: SearchFilter()).map(\.document.path)
    #expect(Set(listed) == ["good.md", "more.md"], "it is no note")
    #expect(try await fixture.index.documents(where: SearchFilter(), from: 0, limit: 10).count == 2)
    #expect(try await fixture.index.status().documents == 2)
    try fixture.write("\0 still none", to: name, age: 80_000)
    #expect(try await fixture.update().failures.map(\.path) == [name])
    try fixture.remove(name)
    #expect(try await fixture.update().removed == 1)
    #expect(try await fixture.index.unreadFiles().isEmpty)
  }

  /// Also if something of it could not be read before, and in a rebuild.
  @Test(arguments: ["# Keys\n\nUnder the pot.", "---\ntags: [a\n---\n# Keys\n\nUnder the pot."])
  func aTextThatBreaksStaysInTheIndex(text: String) async throws {
    let fixture = try await fixture(["a.md": text])
    try await fixture.update()
    try fixture.write("\0", to: "a.md", age: 80_000)
    for rebuild in [false, false, true, true] {
      let report = try await fixture.update(rebuild: rebuild)
      #expect(report.failures.count == 1 && report.stillUnread == 0)
      #expect(try await chunks(of: "a.md", in: fixture).contains { $0.chunk.text.contains("Under the pot.") })
    }
    let folder = try #require(try await fixture.index.status().folders.first)
    let changes = try FolderChanges(in: folder, since: try await fixture.index.documents(in: fixture.notesPath))
    #expect(changes.failures.map(\.path) == ["a.md"] && changes.changed == 0 && changes.unreadable == 1)
  }

  @Test func aMessageIsOfTheDayOnWhichItWasSent() async throws {
    let message = "From: ida@example.org\nDate: Mon, 02 Feb 2026 23:30:00 -0500\nSubject: Bill\n\n80 euros.\n"
    let fixture = try await fixture(["bill.eml": message, "2025-12-31.eml": message, "two.mbox": "From a\n" + message])
    try await fixture.update()
    let days = try await fixture.index.entries(where: SearchFilter()).map { ($0.document.path, $0.shape.dated) }
    let byPath = Dictionary(days, uniquingKeysWith: { first, _ in first })
    let (sent, named) = (Day("2026-02-02"), Day("2025-12-31"))
    #expect(byPath["bill.eml"] == sent.map { $0...$0 } && byPath["2025-12-31.eml"] == named.map { $0...$0 })
    #expect(byPath.keys.contains("two.mbox") && byPath["two.mbox"] == .some(nil))
  }

  @Test func aTextThatBecomesReadableIsIndexed() async throws {
    let fixture = try await fixture(["a.md": "\0"])
    #expect(try await fixture.update().failures.count == 1)
    try fixture.write("# Keys\n\nThey rotate.", to: "a.md", age: 80_000)
    #expect(try await fixture.update().changed == 1)
    #expect(try await chunks(of: "a.md", in: fixture).first?.document.title == "Keys")
    #expect(try await fixture.index.unreadFiles().isEmpty)
  }

  /// The first entry is not what the file is about.
  @Test func aCollectionHasTheNameOfItsFile() async throws {
    let fixture = try await fixture([
      "friends.vcf": "BEGIN:VCARD\nVERSION:4.0\nFN:Ida\nTEL:123\nEND:VCARD\n",
      "club.mbox": "From a@b Mon Nov  2 10:00:00 2026\nFrom: a@b\nSubject: Keys\n\nThey are here.\n",
    ])
    #expect(try await fixture.update().failures.isEmpty)
    let titles = try await fixture.index.documents(in: fixture.notesPath).map(\.title)
    #expect(titles.sorted() == ["club", "friends"])
  }

  /// What was read of a file stays until the file can be read again.
  @Test func aFileThatBreaksKeepsItsText() async throws {
    let fixture = try await fixture([
      "book.ipynb": #"{"cells": [{"cell_type": "markdown", "source": "Rye sours slowly."}]}"#
    ])
    try await fixture.update()
    try fixture.write("{", to: "book.ipynb", age: 80_000)
    #expect(try await fixture.update().failures.map(\.path) == ["book.ipynb"])
    #expect(try await chunks(of: "book.ipynb", in: fixture).count == 1)
  }

  @Test func aRenamedFileIsNotEncodedAgain() async throws {
    let fixture = try await fixture(["bees.html": Self.page])
    try await fixture.update()
    let encoded = fixture.encoder.encodedTexts
    try fixture.move("bees.html", to: "apiary.html")
    let report = try await fixture.update()
    #expect(report.moved == 1 && report.encodedChunks == 0)
    #expect(fixture.encoder.encodedTexts == encoded)
    #expect(try await chunks(of: "apiary.html", in: fixture).first?.document.places?.unit == .section)
  }

  /// Turning recognition off keeps what was read until the file changes, whatever reads the file again.
  @Test(.enabled(if: ScannedPages.recognizer != nil, "tesseract is not installed: 'sudo apt install tesseract-ocr'"))
  func whatWasReadOfPicturesIsKeptByARebuild() async throws {
    let fixture = try await fixture([:])
    let scan = Repository.url.appending(path: "Tests/ConvertersTests/Documents/pages/scan.pdf")
    try fixture.folder.write(try Data(contentsOf: scan), to: "notes/scan.pdf")
    try fixture.setAge(86_400, of: "scan.pdf")
    let folder = fixture.notesPath
    _ = try await fixture.index.update(fromAll: [folder], settings: FolderSettings.Change(added: .scans))
    func text() async throws -> String { try await chunks(of: "scan.pdf", in: fixture).map(\.chunk.text).joined() }
    let read = try await text()
    #expect(read.contains("Ingeborg"))
    _ = try await fixture.index.update(fromAll: [folder], settings: FolderSettings.Change(removed: .scans))
    try await fixture.update(rebuild: true)
    #expect(try await text() == read)
    #expect(try await fixture.index.settings(ofFolder: folder).isEmpty)
    let document = try #require(try await fixture.index.documents(in: folder).first)
    #expect(document.problem.map(ScannedPages.wereRead) == true)
  }

  /// Another process takes its place.
  @Test func aReaderThatHangsOrCrashesIsEnded() async throws {
    let folder = try TemporaryFolder()
    let crashing = FileConverter(try folder.writeProgram("#!/bin/sh\nkill -SEGV $$", to: "reader-1"))
    let crash = #expect(throws: FileConverter.Failure.self) { try crashing.conversion(of: [1], named: "a.pdf") }
    #expect(crash?.reason == "its reader crashed (signal 11)" && crash?.isOfFile == true)
    let silent = FileConverter(try folder.writeProgram("#!/bin/sh\nexit 0", to: "reader-2"))
    for _ in 0..<3 {
      #expect(throws: FileConverter.Failure.self) { try silent.conversion(of: [1], named: "a.pdf") }
    }
    // As the loader ends it if a library is missing: that is not the file's fault, and is tried again.
    let incomplete = FileConverter(try folder.writeProgram("#!/bin/sh\nexit 127", to: "reader-4"))
    let failure = #expect(throws: FileConverter.Failure.self) { try incomplete.conversion(of: [1], named: "a.pdf") }
    #expect(failure?.isOfFile == false)
    let talking = FileConverter(try folder.writeProgram("#!/bin/sh\nprintf 'not a number\\n'", to: "reader-3"))
    #expect(throws: FileConverter.Failure.self) { try talking.conversion(of: [1], named: "a.pdf") }
  }

  /// What saved answers cite is looked up in the converted text.
  @Test func citationsAreVerified() async throws {
    let fixture = try await fixture(["synths.csv": Self.table])
    try await fixture.update()
    let folder = fixture.notesPath
    let cited = await CitedLines(
      folder: folder, path: "synths.csv", lines: 3...3, text: "- Name: Filter bank; Price: 80 €"
    ).withDigest()
    #expect(cited.digest != nil)
    var check = CitationCheck()
    #expect(await check.state(of: cited) == .stands)
    try fixture.write(Self.table.replacing("80", with: "90"), to: "synths.csv")
    check = CitationCheck()
    #expect(await check.state(of: cited) == .changed)
  }
}
