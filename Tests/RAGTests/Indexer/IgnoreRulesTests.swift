import Foundation
import Indexer
import Testing

/// Compares the walk with what git itself leaves over.
@Suite struct IgnoreRulesTests {
  /// The notes that git does not ignore, and that do not lie behind a hidden name.
  private func expected(in folder: TemporaryFolder) throws -> [String] {
    try Git.files(in: folder.path)
      .filter { path in path.hasSuffix(".md") && !path.split(separator: "/").contains { $0.hasPrefix(".") } }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func found(in folder: TemporaryFolder) -> [String] {
    DocumentFolder(folder.path).listing().files.map(\.path)
  }

  @Test(arguments: [
    "a.md", "/a.md", "a/", "a/*", "a/**", "**/a.md", "a/**/b.md", "*/a.md", "*.md\n!a.md", "*\n!*/\n!b.md",
    "a\n!a/b.md", "a/*\n!a/b.md", "[ab].md", "[!a].md", "[^a].md", "[a-b]*", "[[:alpha:]].md", "[]a].md", "[a",
    "[[:nope:]]", "\\a.md", "a.md ", "a b.md", "a\\ b.md", "a\\ b.md\\ ", "#a.md", "\\#a.md", "\\!a.md", "!a.md",
    "a.md\r\nb.md\r", "?.md", "??.md", "\u{FEFF}a.md", "é.md", "[é].md", "**.md", "a**/b.md", "**", "*", "/*", "/**",
    "a/b/", "a/b", "b/a.md", "/b", "//a", "a//", "/", "!", "\\", "a\\", "**a/b.md", "a*\\/b.md", "*.m[c-e]",
  ])
  func eachPatternIsReadAsGitReadsIt(rules: String) throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b", "ab", "a b", "a b ", "#a", "!a", "é", "\\", "]"] {
      try folder.write("x", to: name + ".md")
      try folder.write("x", to: "a/\(name).md")
      try folder.write("x", to: "b/a/\(name).md")
      try folder.write("x", to: "a/b/\(name).md")
      try folder.write("x", to: "ab/c/b/\(name).md")
    }
    try folder.write(rules, to: ".gitignore")
    #expect(try found(in: folder) == expected(in: folder))
  }

  @Test(arguments: 0..<12)
  func randomRulesInNestedFoldersAreReadAsGitReadsThem(seed: Int) throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: UInt64(seed))
    let names = ["a", "b", "ab", "aab", "c", "a c", "é", "*", "#", "!", "[a]"]
    var folders = [""]
    for _ in 0..<14 {
      let parent = folders.randomElement(using: &random) ?? ""
      if parent.split(separator: "/").count < 4 {
        folders.append(parent + (names.randomElement(using: &random) ?? "a") + "/")
      }
    }
    for inner in folders {
      for name in names where Bool.random(using: &random) { try folder.write("x", to: inner + name + ".md") }
    }
    let parts = [
      "a", "b", "ab", "c", "é", "*", "*", "**", "**/", "/**", "?", "[ab]", "[!a]", "[^b]", "[a-c]", "[[:lower:]]", "/",
      "/", "\\*", "\\#", "\\ ", " ", ".md", ".md", "*.md", "[", "]", "-", "\\",
    ]
    for inner in folders where inner.isEmpty || Int.random(in: 0..<3, using: &random) == 0 {
      let lines = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        (Int.random(in: 0..<3, using: &random) == 0 ? "!" : "")
          + (0..<Int.random(in: 1...5, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      }
      try folder.write(lines.joined(separator: "\n") + "\n", to: inner + ".gitignore")
    }
    #expect(try found(in: folder) == expected(in: folder))
  }

  @Test func ragignoreHasTheLastWordAtEveryDepth() throws {
    let folder = try TemporaryFolder()
    for path in ["a.md", "b.md", "drafts/a.md", "drafts/b.md", "deep/c.md"] { try folder.write("x", to: path) }
    try folder.write("drafts/\nb.md\n", to: ".gitignore")
    try folder.write("!c.md\n", to: "deep/.gitignore")
    try folder.write("!drafts/\nc.md\n", to: ".ragignore")
    #expect(found(in: folder) == ["a.md", "drafts/a.md"])
  }

  @Test func aPatternThatCouldTryForeverEnds() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: String(repeating: "a", count: 120) + ".md")
    try folder.write(String(repeating: "*a", count: 60) + "b\n", to: ".gitignore")
    #expect(found(in: folder).count == 1)
  }
}
