import Foundation
import Indexer
import TestSupport
import Testing

@Suite struct DocumentFolderTests {
  private func paths(_ folder: TemporaryFolder, _ inner: String = "") throws -> [String] {
    try DocumentFolder(folder.path + inner).listing().files.map(\.path)
  }

  private func link(_ name: String, to target: String, in folder: TemporaryFolder) throws {
    let path = folder.path + "/" + name
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  @Test func notesAreFoundByTheirEndingsInAFixedOrder() throws {
    let folder = try TemporaryFolder()
    let notes = ["B.MD", "a.markdown", "a/z.txt", "a0.org", "b.Rst", "é.md", "z b.txt"]
    for path in notes + ["x.png", "md", "a.md.bak", ".md", ".a.md", ".obsidian/a.md", "a/.b/c.md", "noending"] {
      try folder.write("x", to: path)
    }
    try FileManager.default.createDirectory(atPath: folder.path + "/folder.md", withIntermediateDirectories: true)
    #expect(try paths(folder) == ["B.MD", "a.markdown", "a/z.txt", "a0.org", "b.Rst", "z b.txt", "é.md"])
    #expect(try DocumentFolder(folder.path).listing().failures.isEmpty)
  }

  @Test func linesOfJSONAreANoteIfTheyAreAConversation() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"role": "user", "content": "When is the meeting?"}"# + "\n", to: "chat.jsonl")
    try folder.write(#"{"question": "When is the meeting?", "answer": null}"# + "\n", to: "questions.jsonl")
    try folder.write("", to: "empty.jsonl")
    #expect(try paths(folder) == ["chat.jsonl"])
  }

  /// PowerShell writes such files.
  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func rulesInUTF16HideWhatTheySay(encoding: String.Encoding) throws {
    let folder = try TemporaryFolder()
    for path in ["secret.md", "shown.md", "geheim/ä.md"] { try folder.write("x", to: path) }
    let rules = try #require("\u{FEFF}secret.md\r\ngeheim/ä.md\r\n".data(using: encoding))
    try folder.write(rules, to: ".ragignore")
    #expect(try paths(folder) == ["shown.md"])
  }

  @Test func rulesThatHoldANULAreUnreadable() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "sub/secret.md")
    try folder.write(Data("secret.md\0\n".utf8), to: "sub/.ragignore")
    let listing = try DocumentFolder(folder.path).listing()
    #expect(listing.files.isEmpty)
    #expect(listing.failures.map(\.path) == ["sub"])
    #expect(listing.failures.first?.reason.contains("a NUL at byte 9") == true)
  }

  @Test func linksInsideTheFolderAreFollowedOnce() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "a/note.md")
    try folder.write("x", to: ".data/kept.md")
    try folder.write("x", to: ".data/inner/deep.md")
    try folder.write("x", to: "blob")
    try link("a/loop", to: "..", in: folder)
    try link("again.md", to: "a/note.md", in: folder)
    try link("copy", to: "a", in: folder)
    try link("kept", to: ".data", in: folder)
    try link("kept2", to: ".data", in: folder)
    try link("named.md", to: "blob", in: folder)
    let listing = try DocumentFolder(folder.path).listing()
    #expect(listing.files.map(\.path) == ["a/note.md", "kept/inner/deep.md", "kept/kept.md", "named.md"])
    #expect(listing.failures.isEmpty && listing.foreignLinks.isEmpty)
  }

  @Test func linksOutOfTheFolderAreNamedAndNotFollowed() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "notes/a.md")
    try folder.write("x", to: "other/b.md")
    try folder.write("x", to: "notes-too/c.md")
    try link("notes/out", to: "../other", in: folder)
    try link("notes/out.md", to: "../other/b.md", in: folder)
    try link("notes/sibling", to: folder.path + "/notes-too", in: folder)
    try link("notes/image.png", to: "../other/b.md", in: folder)
    try link("notes/broken.md", to: "nowhere", in: folder)
    try link("notes/broken", to: "nowhere", in: folder)
    let listing = try DocumentFolder(folder.path + "/notes").listing()
    #expect(listing.files.map(\.path) == ["a.md"])
    #expect(listing.foreignLinks == ["out", "out.md", "sibling"])
    #expect(listing.failures.map(\.path) == ["broken.md"])
  }

  @Test func aFolderHasOneNameHoweverItIsReached() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "real/inner/a.md")
    try link("link", to: "real", in: folder)
    let name = folder.path + "/real"
    for path in ["/real", "/real/", "/./real", "/real/inner/..", "/link", "/link/", "/link/inner/../../link"] {
      #expect(DocumentFolder(folder.path + path).path == name, "\(path)")
    }
    #expect(DocumentFolder(folder.path + "/link/gone/../missing").path == name + "/missing")
    #expect(DocumentFolder("/").path == "/")
    #expect(DocumentFolder("gone").path == FileManager.default.currentDirectoryPath + "/gone")
  }

  @Test func whatIsNotARegularFileIsNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "a.md")
    #expect(mkfifo(folder.path + "/pipe.md", 0o600) == 0)
    let name = Array("/bad\u{1}.md\0".utf8).map { $0 == 1 ? 0xFF : $0 }
    let bad = (Array(folder.path.utf8) + name).map { CChar(bitPattern: $0) }
    let descriptor = open(bad, O_CREAT | O_WRONLY, 0o600)
    #expect(descriptor >= 0)
    close(descriptor)
    let listing = try DocumentFolder(folder.path).listing()
    #expect(listing.files.map(\.path) == ["a.md"])
    #expect(listing.failures.map(\.path) == ["bad\u{FFFD}.md", "pipe.md"])
    #expect(listing.failures.allSatisfy { !$0.reason.isEmpty })
  }

  @Test func aFolderThatIsNotThereIsAFailureOfItsOwn() throws {
    let folder = try TemporaryFolder()
    let listing = try DocumentFolder(folder.path + "/gone").listing()
    #expect(listing.files.isEmpty)
    #expect(listing.failures.map(\.path) == ["."])
  }
}
