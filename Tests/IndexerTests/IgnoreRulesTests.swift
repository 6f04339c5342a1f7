import Foundation
import Indexer
import TestSupport
import Testing

/// Compares the walk with what git itself leaves over.
@Suite struct IgnoreRulesTests {
  /// The notes that git does not ignore, and that do not lie behind a hidden name.
  private func expected(in folder: TemporaryFolder) throws -> [String] {
    try Git.files(in: folder.path)
      .filter { path in path.hasSuffix(".md") && !path.split(separator: "/").contains { $0.hasPrefix(".") } }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func found(in folder: TemporaryFolder) throws -> [String] {
    try DocumentFolder(folder.path).listing().files.map(\.path)
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
    #expect(try found(in: folder) == ["a.md", "drafts/a.md"])
  }

  /// Patterns for which each place of a path may be tried with each of many stars, on deep and long paths.
  @Test(arguments: [
    "**/", "**/a/", "**/*/", "**/a*/", "a/**/", "*/", "*/**/", "?*/**/", "[ab]**/", "*a", "*", "?*", "**/?/**/",
  ])
  func noPatternTakesMoreStepsThanItsLengthTimesThePaths(part: String) throws {
    let folder = try TemporaryFolder()
    let deep = String(repeating: "a/", count: 100)
    try folder.write("x", to: deep + "a.md")
    try folder.write("x", to: String(repeating: "a", count: 200) + ".md")
    for (count, ending) in [(60, "z"), (400, "z"), (60, "*z"), (60, "z*"), (60, "**/z"), (60, "a.mdz*")] {
      let rules = String(repeating: part, count: count) + ending + "\n"
      try folder.write(rules, to: ".gitignore")
      let meter = WorkMeter()
      let files = try DocumentFolder(folder.path).listing(meter).files
      #expect(files.count == 2, "\(ending)")
      // Of 102 paths.
      let bytes = (1...100).reduce(0) { $0 + 2 * $1 } + 410
      #expect(meter.steps <= 2 * bytes * (rules.utf8.count + 2), "\(ending)")
    }
  }

  /// Git itself takes exponential time for many `**/`, but two say what sixty do.
  @Test func manyDoubleStarsMatchWhatTwoDo() throws {
    let folder = try TemporaryFolder()
    for path in ["z.md", "a/z.md", "a/b/z.md", "b/y.md", "a/b/c/d/z/x.md", "az/bz.md"] {
      try folder.write("x", to: path)
    }
    for (start, end) in [("", "z.md"), ("a/", "z.md"), ("", "z"), ("a/", "*z.md"), ("", "b/**/*.md"), ("/a/", "d")] {
      try folder.write(start + "**/**/" + end + "\n", to: ".gitignore")
      let expected = try expected(in: folder)
      try folder.write(start + String(repeating: "**/", count: 60) + end + "\n", to: ".gitignore")
      #expect(try found(in: folder) == expected, "\(start) \(end)")
    }
  }

  /// Rules that are there and cannot be read hide nobody knows what.
  @Test(arguments: [".gitignore", ".ragignore"], ["", "sub/", "sub/deep/"])
  func aFolderWhoseRulesCannotBeReadIsSkipped(name: String, inner: String) throws {
    for kind in 0..<4 {
      let folder = try TemporaryFolder()
      for path in ["a.md", "sub/b.md", "sub/deep/c.md", "other/d.md"] { try folder.write("x", to: path) }
      let path = folder.path + "/" + inner + name
      switch kind {
      case 0: try folder.write(String(repeating: "#", count: 1 << 20) + "\n", to: inner + name)
      case 1: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      case 2: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
      default: #expect(mkfifo(path, 0o600) == 0)
      }
      let listing = try DocumentFolder(folder.path).listing()
      let expected = ["a.md", "other/d.md", "sub/b.md", "sub/deep/c.md"].filter { !$0.hasPrefix(inner) }
      #expect(listing.files.map(\.path) == (inner.isEmpty ? [] : expected))
      #expect(listing.failures.map(\.path) == [inner.isEmpty ? "." : String(inner.dropLast())])
      #expect(listing.failures.first?.reason.contains(name) == true)
    }
  }
}
