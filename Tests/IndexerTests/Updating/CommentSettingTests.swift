import Indexer
import TestSupport
import Testing
import VectorStore

/// Obsidian's comments are text, unless a folder leaves them out.
@Suite struct CommentSettingTests {
  private let notes = [
    "boat.md":
      "# Boat\n\nThe mast is 9 m. %%ask Ida [[Ida]]%% The sail is red.\n\n%%\nsecret plan\n- [ ] sell it\n%%\n\nEnd.\n",
    "other.md": "# Other\n\nNo comment: 100 %.\n",
  ]

  private func text(of fixture: IndexerFixture) async throws -> String {
    try await fixture.index.chunks(ofDocument: "boat.md", in: fixture.notesPath).map(\.chunk.text).joined()
  }

  @Test func commentsAreLeftOutAndComeBack() async throws {
    let fixture = try await IndexerFixture(notes)
    try await fixture.update()
    let whole = try await text(of: fixture)
    #expect(whole.contains("ask Ida") && whole.contains("secret plan"))

    let out = FolderSettings.Change(added: .withoutComments)
    let report = try #require(try await fixture.index.update(fromAll: [fixture.notesPath], settings: out).first)
    #expect(report.changed == 1 && report.unchanged == 1)
    let rest = try await text(of: fixture)
    #expect(!rest.contains("Ida") && !rest.contains("secret") && rest.contains("The sail is red."))
    let links = try await fixture.index.resolvedLinks { _ in [] }
    #expect(links.isEmpty)
    // Lines are counted as before, and a run without the option keeps the setting.
    let chunk = try #require(try await fixture.index.chunks(ofDocument: "boat.md", in: fixture.notesPath).last)
    #expect(chunk.chunk.lines.upperBound == 10)
    try await fixture.update(rebuild: true)
    #expect(try await text(of: fixture) == rest)

    let back = FolderSettings.Change(removed: .withoutComments)
    _ = try await fixture.index.update(fromAll: [fixture.notesPath], settings: back)
    #expect(try await text(of: fixture) == whole)
  }

  /// A citation is of what the index has, or of what the file says.
  @Test func citationsAcrossACommentStand() async throws {
    let fixture = try await IndexerFixture(["a.md": "One line\nhas %%a note%% two\nmore.\n"])
    for text in ["line\nhas            two\nmore", "line\nhas %%a note%% two\nmore"] {
      let cited = await CitedLines(folder: fixture.notesPath, path: "a.md", lines: 1...3, text: text).withDigest()
      var check = CitationCheck()
      let state = await check.state(of: cited)
      #expect(cited.digest != nil && state == .stands)
    }
  }

  @Test(arguments: [
    ("a %%b%% c %%d", "a       c %%d"), ("`%%a%%` %%b%% ``c %%`` %%", "`%%a%%`       ``c %%`` %%"),
    ("```\n%%a%%\n```\n%%b%%", "```\n%%a%%\n```\n     "), ("---\na: %%b%%\n---\n%%c%%", "---\na: %%b%%\n---\n     "),
    ("%%\nä\n%%\nb", "  \n  \n  \nb"), ("100 %% and 5 %", "100 %% and 5 %"), ("%%a\r\nb%%c", "   \r\n   c"),
  ])
  func commentsAreBlanked(text: String, expected: String) throws {
    let found = try DocumentText(text).withoutComments()
    #expect(String(decoding: found.bytes, as: UTF8.self) == expected)
  }
}
