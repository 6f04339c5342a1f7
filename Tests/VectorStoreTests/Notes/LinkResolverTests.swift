import Testing
import VectorStore

/// The rules are those that Obsidian 1.13.7 was observed to follow; see `LinkResolver`.
@Suite struct LinkResolverTests {
  private let resolver = LinkResolver(paths: [
    "Keys.md", "a/b/Note.md", "zzzz/Note.md", "zzzz/deep/Other.md", "b/Note.md", "people/Ann.md", "people/ann.png",
    "v1.2.md", "plans/2025/Goals.org", "x/Twin.md", "y/Twin.md", "Twin.txt", "Ünder.md", "deep/er/Only.md",
  ])

  @Test(arguments: [
    ("Keys", "a/b/Note.md", "Keys.md"), ("keys", "people/Ann.md", "Keys.md"), ("KEYS.MD", "people/Ann.md", "Keys.md"),
    // The note's own folder first, then the shortest path, not the fewest folders.
    ("Note", "zzzz/Other.md", "zzzz/Note.md"), ("Note", "zzzz/deep/Other.md", "b/Note.md"),
    ("Note", "Keys.md", "b/Note.md"),
    // A path from the top wins over one that ends alike.
    ("b/Note", "a/Some.md", "b/Note.md"), ("er/Only", "Keys.md", "deep/er/Only.md"), ("/b/Note", "a/x.md", "b/Note.md"),
    ("/Note", "a/x.md", nil), ("./Note", "zzzz/Other.md", "zzzz/Note.md"), ("../b/Note", "a/x.md", "b/Note.md"),
    ("./Keys", "a/x.md", nil), ("../../Keys", "a/x.md", nil), ("v1.2", "Keys.md", "v1.2.md"),
    ("Ann", "Keys.md", "people/Ann.md"), ("ann.png", "Keys.md", "people/ann.png"),
    ("Goals", "Keys.md", "plans/2025/Goals.org"),
    ("Twin", "Keys.md", "x/Twin.md"), ("", "Keys.md", "Keys.md"), ("Missing", "Keys.md", nil),
    ("c/Note", "Keys.md", nil),
    ("U\u{308}nder", "Keys.md", "Ünder.md"), (" Keys ", "Keys.md", "Keys.md"),
  ])
  func aLinkLeadsWhereObsidianFollowsIt(target: String, source: String, expected: String?) {
    #expect(resolver.path(of: target, from: source) == expected)
  }

  @Test(arguments: [
    ("page=2", "a.md", false), ("page=2", "a.pdf", true), ("page=2&rect=1,2,3,4", "A.PDF", true),
    ("Summary", "a.pdf", false),
  ])
  func aPlaceInAPDFFileMayBeAPage(place: String, path: String, isPage: Bool) {
    #expect(ResolvedLink.isPage(place, of: path) == isPage)
  }

  @Test(arguments: [
    ("Rotation", true), ("rotation-of-keys", false), ("Why & how", true), ("why--how", true),
    ("Why & how#Rotation", true),
    ("Rotation-1", true), ("^block", true), ("^BLOCK", true), ("^other", false), ("block", false), ("2025", true),
  ])
  func placesAreFoundByTheirLettersAndDigits(place: String, isThere: Bool) {
    let anchors = [
      NoteAnchor(line: 1, level: 1, name: "Why & how"), NoteAnchor(line: 3, level: 2, name: "Rotation"),
      NoteAnchor(line: 4, level: 0, name: "block"), NoteAnchor(line: 9, level: 2, name: "2025"),
    ]
    #expect(ResolvedLink.Places(anchors).has(place) == isThere)
  }

  /// It would take hours if each link looked at each file of its name.
  @Test(.timeLimit(.minutes(2))) func manyFilesOfOneNameAreNotLookedThroughForEachLink() {
    let paths = (0..<20_000).map { "area\($0)/topic/index.md" }
    let resolver = LinkResolver(paths: paths)
    for number in 0..<20_000 {
      #expect(resolver.path(of: "area\(number)/topic/index", from: "Home.md") == paths[number])
      #expect(resolver.path(of: "index", from: paths[number]) == paths[number])
    }
    #expect(resolver.path(of: "topic/INDEX", from: "Home.md") == "area0/topic/index.md")
    #expect(resolver.path(of: "other/index", from: "Home.md") == nil)
  }

  /// Ends of paths are looked up; a target with more folders than that is compared with each path.
  @Test func aTargetOfManyFoldersIsFound() {
    let folders = (0..<12).map { "f\($0)" }
    let path = (folders + ["Deep.md"]).joined(separator: "/")
    let resolver = LinkResolver(paths: ["x/Deep.md", path, "y/" + path])
    for count in 2...12 {
      let target = (folders.suffix(count) + ["Deep"]).joined(separator: "/")
      #expect(resolver.path(of: target, from: "Home.md") == path, "\(target)")
      #expect(resolver.path(of: "g/" + target, from: "Home.md") == nil, "\(target)")
    }
  }
}
