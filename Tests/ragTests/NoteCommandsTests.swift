import Foundation
import TestSupport
import Testing

/// `rag list`, `rag show` and `rag links`, as a user starts them.
@Suite struct NoteCommandsTests {
  private static let files = [
    "house/heating.md": """
    ---
    title: The boiler
    aliases: [Zyklotherm]
    tags: [house/heating]
    status: active
    rating: 4
    date: 2025-03-14
    ---
    # The boiler

    See [[keys#Spare]], [[Nobody]] and ![[plan.png]].

    - [ ] call the plumber 📅 2025-04-01
    - [x] order oil
    """,
    "keys.md": "# Keys\n\n## Spare\n\nWith Marta. [back](house/heating.md#oil)\n",
    "2025-03-20.md": "The plumber came. #work\n", "house/keys.md": "# Keys of the house\n",
  ]

  private func notes() async throws -> Notes {
    let notes = try Notes(Self.files)
    try notes.folder.write("png", to: "notes/img/plan.png")
    _ = try await notes.rag("index", notes.notes)
    return notes
  }

  private func lines(_ result: BuiltProgram.Result) -> [Substring] { result.output.split(separator: "\n") }

  private func names(_ result: BuiltProgram.Result) -> [String] {
    lines(result).compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
  }

  @Test func notesAreListedByWhatTheySay() async throws {
    let notes = try await notes()
    func list(_ arguments: String...) async throws -> [String] {
      names(try await notes.rag(["list", "--sort", "path"] + arguments))
    }
    #expect(try await list() == ["2025-03-20.md", "house/heating.md", "house/keys.md", "keys.md"])
    #expect(try await list("--where", "status=active", "--where", "rating>3") == ["house/heating.md"])
    #expect(try await list("--where", "rating>4") == [])
    #expect(try await list("--tag", "house") == ["house/heating.md"])
    #expect(try await list("--in", "house") == ["house/heating.md", "house/keys.md"])
    #expect(try await list("--when", "last March", "--today", "2025-11-25") == ["2025-03-20.md", "house/heating.md"])
    #expect(try await list("--when", "2025-03-20") == ["2025-03-20.md"])
    #expect(try await list("--when", "last March", "--today", "2025-02-01") == [])
    #expect(
      names(try await notes.rag("list", "--sort", "date", "--limit", "2")) == ["2025-03-20.md", "house/heating.md"])
    #expect(try await notes.rag("list", "--where", "rating>4").status == 1)
    #expect(
      try await notes.rag("list", "--where", "rateing>3").errors
        == "rag: no note has the key rateing in its front matter: did you mean rating?\nrag: no note matches --where rateing>3\n"
    )
    #expect(try await notes.rag("list", "--when", "soonish").status == 64)
    let open = try await notes.rag("list", "--tasks", "open")
    #expect(lines(open) == ["house/heating.md:13  [ ] call the plumber  due 2025-04-01"])
    #expect(lines(try await notes.rag("list", "--tasks", "all")).count == 2)
    // A task has days of its own: its note is about 14 March.
    #expect(lines(try await notes.rag("list", "--tasks", "open", "--when", "2025-04-01")) == lines(open))
    #expect(try await notes.rag("list", "--tasks", "open", "--when", "2025-03-14").status == 1)
  }

  @Test func whatLooksLikeAnOperatorIsNamed() async throws {
    let notes = try await notes()
    func said(_ query: String) async throws -> String { try await notes.rag("search", query).errors }
    #expect(
      try await said("where:rateing>3 boiler").contains("has the key rateing in its front matter: did you mean rating"))
    #expect(
      try await said("status:active boiler").contains("searched for as a word: did you mean where:status=active?"))
    #expect(try await said("tags:work plumber").contains("did you mean tag:work?"))
    #expect(try await said("boiler: http://status.org tag:work").contains("did you mean") == false)
    let restricted = try await notes.rag("search", "when:yesterday", "--today", "2025-03-21")
    #expect(restricted.output.contains("2025-03-20.md") && restricted.status == 0)
  }

  @Test func aNoteIsShownWithItsLinks() async throws {
    let notes = try await notes()
    for name in ["house/heating.md", "heating", "the boiler", "zyklotherm", notes.notes + "/house/heating.md"] {
      let shown = try await notes.rag("show", name)
      for text in ["#house/heating", "Zyklotherm", "2025-03-14", "keys.md", "keys.md:5", "[ ] call", "leads nowhere"] {
        #expect(shown.output.contains(text), "\(text) of \(name): \(shown)")
      }
    }
    // The file at this path, before another of the same name.
    #expect(try await notes.rag("show", "keys").output.hasPrefix("Keys  "))
    let unknown = try await notes.rag("show", "nobody")
    #expect(unknown.status == 2 && unknown.errors.contains("no note is called nobody"))
    try notes.folder.write("# Other\n", to: "notes/a/twin.md")
    try notes.folder.write("# Another\n", to: "notes/b/twin.md")
    _ = try await notes.rag("index")
    let twins = try await notes.rag("show", "twin")
    #expect(twins.status == 2 && twins.errors.contains("a/twin.md, b/twin.md"))
  }

  @Test func aNoteThatLinksTwiceIsNamedOnce() async throws {
    let notes = try Notes([
      "a.md": "# A\n", "b.md": "[[a]] [[a]]\n\nand [again](a.md)\n", "c.md": "[[a]]\n",
    ])
    _ = try await notes.rag("index", notes.notes)
    let shown = try await notes.rag("show", "a")
    #expect(shown.output.contains("Backlinks\n  b.md:1, 3\n  c.md:1\n"), "\(shown)")
    #expect(try await notes.rag("show", "b").output.contains("  3  [again](a.md)  → a.md\n"))
  }

  @Test func aConvertedFileIsShownWithItsPlaces() async throws {
    let notes = try Notes([
      "page.html": "<h1>House</h1><p>Red.</p><h2>Roof</h2><p>Tiles.</p>", "t.csv": "a,b\n1,2\n3,4\n",
    ])
    let report = Repository.url.appendingPathComponent("Tests/ConvertersTests/Documents/pages/report.pdf")
    try FileManager.default.copyItem(atPath: report.path, toPath: notes.notes + "/report.pdf")
    _ = try await notes.rag("index", notes.notes)
    let page = try await notes.rag("show", "page.html")
    #expect(page.output.contains("  § Roof\n"), "\(page)")
    #expect(try await notes.rag("show", "page.html", "--json").output.contains(#""place":"§ Roof""#))
    #expect(try await notes.rag("show", "t.csv").output.contains("  rows 1-3  "))
    #expect(try await notes.rag("show", "report.pdf").output.contains(#/Chunks\n  pp?\. 1/#))
  }

  @Test func listsAreSortedByAnyKey() async throws {
    let notes = try Notes([
      "a.md": "---\nrating: 10\n---\n", "b.md": "---\nrating: 9\n---\n# The boiler\n",
      "c.md": "---\nRating: low\n---\n",
      "d.md": "# D\n\n- [ ] one\n- [ ] two\n", "e.md": "# E: e?\n",
    ])
    _ = try await notes.rag("index", notes.notes)
    func list(_ arguments: String...) async throws -> [String] { names(try await notes.rag(["list"] + arguments)) }
    #expect(try await list("--sort", "rating") == ["b.md", "a.md", "c.md", "d.md", "e.md"])
    #expect(try await list("--sort", "Rating", "--reverse") == ["c.md", "a.md", "b.md", "d.md", "e.md"])
    #expect(try await list("--sort", "path", "--reverse") == ["e.md", "d.md", "c.md", "b.md", "a.md"])
    #expect(try await list("--sort", "title") == ["a.md", "c.md", "d.md", "e.md", "b.md"])
    let unknown = try await notes.rag("list", "--sort", "rank")
    #expect(unknown.status == 0 && unknown.errors.contains("none of these notes has the key rank"))
    let listed = try await notes.rag("list", "--sort", "path")
    #expect(lines(listed)[1].hasSuffix("  b.md  The boiler") && lines(listed)[0].hasSuffix("  a.md"), "\(listed)")
    #expect(lines(listed)[3].hasSuffix("  d.md  2 open tasks") && lines(listed)[4].hasSuffix("  e.md  E: e?"))
    #expect(lines(try await notes.rag("list", "--tasks", "all", "--reverse")).map { $0.suffix(3) } == ["two", "one"])
    #expect(try await notes.rag("list", "--tasks", "all", "--sort", "path").status == 64)
  }

  @Test func conditionsAndDaysAreTakenAsMeant() async throws {
    let notes = try Notes([
      "a.md": "---\ncreated: 2025-03-14T10:30:00Z\nstatus: in progress\n---\n",
      "b.md": "---\ncreated: 2025-03-15 09:00\nstatus: done\n---\n", "c.md": "---\ncreated: 2026-05-01\n---\n",
      "d.md": "---\ndate: 2025-13-45\n---\n",
    ])
    _ = try await notes.rag("index", notes.notes)
    func list(_ arguments: String...) async throws -> [String] {
      names(try await notes.rag(["list", "--sort", "path"] + arguments))
    }
    #expect(try await list("--where", "created=2025-03-14") == ["a.md"])
    #expect(try await list("--where", "created!=2025-03-14") == ["b.md", "c.md", "d.md"])
    #expect(try await list("--where", "created<=2025-03-14") == ["a.md"])
    #expect(try await list("--where", "created>2025-03-14") == ["b.md", "c.md"])
    #expect(try await list("--where", "created>=2025-03-15") == ["b.md", "c.md"])
    #expect(try await list("--where", "created<2025-03-15") == ["a.md"])
    #expect(try await list("--where", "created=2025-03-14T10:30:00Z") == ["a.md"])
    #expect(try await list("--where", #"status="in progress""#) == ["a.md"])
    #expect(try await list("--when", "2025") == ["a.md", "b.md"])
    #expect(try await list("--when", "2025..2026") == ["a.md", "b.md", "c.md"])
    #expect(try await list("--when", "March to May 2026") == ["c.md"])
    let unknown = try await notes.rag("list", "--where", "status<>done")
    #expect(
      unknown.status == 64 && unknown.errors.contains("status<>done: expected a key alone, or a key, one of =, !=,"))
    let twice = try await notes.rag("list", "--when", "2025", "--when", "2026")
    #expect(twice.status == 64 && twice.errors.contains("--when is given 2 times: give one span"))
    #expect(try await notes.rag("search", "where:").errors.contains("where: needs a value right after the colon"))
  }

  @Test func linksThatLeadNowhereAreFound() async throws {
    let notes = try await notes()
    let broken = lines(try await notes.rag("links", "--broken"))
    #expect(
      broken == [
        "house/heating.md:11  [[Nobody]]  leads nowhere",
        "keys.md:5  [back](house/heating.md#oil)  → house/heating.md  no such heading",
      ])
    #expect(lines(try await notes.rag("links")).count == 4)
    #expect(lines(try await notes.rag("links", "keys.md")).count == 2)
    #expect(try await notes.rag("links", "2025-03-20").status == 1)
  }

  /// A title is no name to Obsidian: `rag links` says how to link to it.
  @Test func aLinkToATitleIsToldTheFile() async throws {
    let notes = try Notes([
      "sub/wp.md": "---\naliases: [Thermolux]\n---\n# Heat pump\n", "a.md": "[[Heat Pump#Costs]] [[thermolux]]\n",
      "b.md": "[[Twin]]\n", "t1.md": "# Twin\n", "t2.md": "# Twin\n",
    ])
    _ = try await notes.rag("index", notes.notes)
    #expect(
      lines(try await notes.rag("links", "--broken")) == [
        "a.md:1  [[Heat Pump#Costs]]  leads nowhere: sub/wp.md has this title, write [[sub/wp#Costs|Heat Pump]]",
        "a.md:1  [[thermolux]]  leads nowhere: sub/wp.md has this alias, write [[sub/wp|thermolux]]",
        "b.md:1  [[Twin]]  leads nowhere",
      ])
  }

  @Test func searchIsRestrictedAndRaised() async throws {
    let notes = try await notes()
    let restricted = try await notes.rag("search", "where:status=active when:2025-03 boiler")
    #expect(restricted.status == 0 && restricted.output.contains("heating.md"))
    #expect(try await notes.rag("search", "-where:status boiler").output.contains("heating.md") == false)
    #expect(try await notes.rag("search", "when:nonsense boiler").status == 64)
    // A note that is named is found, though others have more of the words.
    let named = try await notes.rag(
      "search", "--explain", "what does the boiler note say about Marta and the keys")
    #expect(named.output.contains("heating.md") && named.output.contains("for its name or date"))
  }
}
