import Indexer
import Testing
import VectorStore

@Suite struct NoteShapeTests {
  private func shape(_ text: String, path: String = "note.md") throws -> NoteShape {
    try ParsedDocument(DocumentText(text), path: path).shape
  }

  @Test(arguments: [
    ("See [[Keys]].", ["wiki 1 Keys"]),
    ("[[b/Keys#Rotation#Yearly|the keys]]", ["wiki 1 b/Keys#Rotation#Yearly (the keys)"]),
    ("[[Keys#^block]] and ![[plan.png|100]]", ["wiki 1 Keys#^block", "embed 1 plan.png (100)"]),
    ("[[#Here]]", ["wiki 1 #Here"]),
    ("[a](b%20c.md#x) [d](<e f.md>)", ["markdown 1 b c.md#x (a)", "markdown 1 e f.md (d)"]),
    ("![i](i.png) [![i](j.png)](k.md)", ["embed 1 i.png (i)", "markdown 1 k.md (![i](j.png))", "embed 1 j.png (i)"]),
    ("[a](https://x.org) [b](mailto:a@b.c) [[https://x.org]] [c](//x.org/y)", []),
    ("text\n[ref]: other.md \"title\"\n[^1]: a footnote", ["markdown 2 other.md (ref)"]),
    (
      "See [the keys][k] and [K][].\n\n[k]: keys.md#new",
      ["markdown 1 keys.md#new (the keys)", "markdown 1 keys.md#new (K)"]
    ),
    (
      "[Big\n  Keys], ![plan][p]\n\n[big keys]: <big keys.md>\n[p]: p.png",
      ["markdown 1 big keys.md (Big\n  Keys)", "embed 2 p.png (plan)"]
    ),
    (
      "[a][x] [b] [c] [d][e]\n\n[x]: https://x.org\n[b]: b.md\n[e]: e.md\n[f]: f.md",
      ["markdown 1 b.md (b)", "markdown 1 e.md (d)", "markdown 6 f.md (f)"]
    ),
    ("- [x] done\n- [y][^1]\n\n[^1]: a.md", []), ("`[a]` [a]\n\n[a]: one.md\n[A]: two.md", ["markdown 1 one.md (a)"]),
    ("`[[code]]` ``a ` [[b]]`` [[Text]]", ["wiki 1 Text"]),
    ("```\n[[fenced]]\n```\n\n    [[indented]]\n\n[[Text]]", ["wiki 7 Text"]),
    ("- a\n  ```\n  [[x]]\n  ```\n- [[y]]", ["wiki 5 y"]), ("\\[[no]] [[yes]]", ["wiki 1 yes"]),
    ("| a | b |\n|---|---|\n| [[Keys\\|k]] | c |", ["wiki 3 Keys (k)"]), ("[[]] [[ ]] [[a\nb]] [x]()", []),
    ("x <!-- [[no]] --> [[yes]]", ["wiki 1 yes"]), ("x <a href=\"[[no]]\">[[yes]]</a>", ["wiki 1 yes"]),
    ("[[a [[b]]", ["wiki 1 b"]), ("[[C18], [C++17]]", []), ("[[1](x.md), 2]", ["markdown 1 x.md (1)"]),
    ("---\nup: \"[[Index]]\"\n---\n[[Keys]]", ["wiki 2 Index", "wiki 4 Keys"]),
    ("# [[Heading]]\n> [[Quote]]", ["wiki 1 Heading", "wiki 2 Quote"]), ("[a](b(c).md)", ["markdown 1 b(c).md (a)"]),
    ("[C](c:/x.md) [S](S:x.md)", ["markdown 1 c:/x.md (C)", "markdown 1 S:x.md (S)"]),
  ])
  func linksAreFoundWhereTheyAreText(text: String, expected: [String]) throws {
    #expect(try written(shape(text).links) == expected)
  }

  private func written(_ links: [NoteLink]) -> [String] {
    links.map { "\($0.kind) \($0.line) \($0.written)" + ($0.text.map { " (\($0))" } ?? "") }
  }

  @Test(arguments: [
    ("See [[file:b/keys.org][the keys]].", ["wiki 1 b/keys.org (the keys)"]),
    (
      "[[file:keys.org::*Rotation]] [[keys.org::#new][n]] [[./k.md::12]]",
      ["wiki 1 keys.org#Rotation", "wiki 1 keys.org#new (n)", "wiki 1 ./k.md"]
    ),
    (
      "* To [[*Rotation][rotate]]\n[[#new]] [[other words]]",
      ["wiki 1 #Rotation (rotate)", "wiki 2 #new", "wiki 2 #other words"]
    ),
    ("[[file:plan.png]] [[file:plan.png][plan]]", ["embed 1 plan.png", "wiki 1 plan.png (plan)"]),
    ("[[id:0a1b][the ferry]] [[id:0a1b::*Times]] [[id:]]", ["wiki 1 id:0a1b (the ferry)", "wiki 1 id:0a1b"]),
    ("[[https://x.org][x]] [[mailto:a@b.c]] [[file:/etc/passwd]] [[file:~/a.org]] [[/tmp/a.org]]", []),
    ("=[[no.org]]= ~[[no.org]]~ [[yes.org]]\n# [[no.org]]", ["wiki 1 yes.org"]),
    ("#+begin_src\n[[no.org]]\n#+end_src\n- [[../yes.org][two\n  lines]]", ["wiki 4 ../yes.org (two\n  lines)"]),
    ("| [[a.org]] | [[b.org][b]] |", ["wiki 1 a.org", "wiki 1 b.org (b)"]), ("[[a [b]] [[]] [[a.org", []),
    ("[[file:a\\[1\\].org]] [[file:two%20words.org]]", ["wiki 1 a[1].org", "wiki 1 two words.org"]),
  ])
  func linksOfOrgAreFound(text: String, expected: [String]) throws {
    #expect(try written(shape(text, path: "note.org").links) == expected)
  }

  @Test func namesInOrgAreAnchors() throws {
    let text = "* TODO Rotation\n:PROPERTIES:\n:CUSTOM_ID: new\n:END:\nHere <<the rule>> is.\n"
    let anchors = try shape(text, path: "note.org").anchors
    for place in ["Rotation", "new", "the rule"] { #expect(ResolvedLink.Places(anchors).has(place), "\(place)") }
    #expect(!ResolvedLink.Places(anchors).has("rule"))
  }

  @Test(arguments: [
    ("- [ ] water the roses 📅 2025-06-01", ["open 1 water the roses due 2025-06-01"]),
    ("* [x] done ✅ 2025-06-02\n+ [-] dropped ❌ 2025-06-03", ["done 1 done done 2025-06-02", "cancelled 2 dropped"]),
    ("1. [/] begun ⏳ 2025-01-02 🛫️ 2025-01-01 #tag", ["open 1 begun #tag scheduled 2025-01-02 start 2025-01-01"]),
    (
      "- [ ] call [due:: 2025-03-04] (scheduled:: 2025-03-01) now",
      ["open 1 call now due 2025-03-04 scheduled 2025-03-01"]
    ),
    ("- a\n  - [X] inner", ["done 2 inner"]), ("> - [ ] quoted", ["open 1 quoted"]),
    ("- [] no\n- [ab] no\n- [a](b.md)", []),
    ("[ ] no list", []), ("```\n- [ ] code\n```", []), ("- [ ]", ["open 1 "]), ("- [ ] 📅 soon", ["open 1 📅 soon"]),
  ])
  func tasksHaveTheirStateAndDates(text: String, expected: [String]) throws {
    #expect(try shape(text).tasks.map(written) == expected)
  }

  @Test(arguments: [
    (
      "* TODO [#A] Water the roses :garden:\n  DEADLINE: <2025-06-01 Sun +1w> SCHEDULED: <2025-05-30 Fri>",
      ["open 1 Water the roses due 2025-06-01 scheduled 2025-05-30"]
    ),
    (
      "* DONE Rake\nCLOSED: [2025-06-02 Mon 10:00]\n** CANCELLED Mow",
      ["done 1 Rake done 2025-06-02", "cancelled 3 Mow"]
    ),
    (
      "#+TODO: DRAFT(d) REVIEW(r@/!) | OUT(o) CANCELED(c)\n* REVIEW A\n* OUT B\n* CANCELED C\n* TODO D",
      ["open 2 A", "done 3 B", "cancelled 4 C"]
    ),
    ("#+TODO: OPEN CLOSED\n* OPEN A\n* CLOSED B", ["open 2 A", "done 3 B"]),
    ("* TODO\n* Todo list\n* TODOs", ["open 1 "]),
    ("- [X] done\n- [-] partly\n- [ ] open\n- none", ["done 1 done", "open 2 partly", "open 3 open"]),
    ("* A plan\nDEADLINE: <2025-06-01 Sun>\n* TODO B\ntext\nDEADLINE: <2025-06-01 Sun>", ["open 3 B"]),
    (
      "* TODO COMMENT Parked\n** TODO Below\n- [ ] item\n* COMMENT\n* TODO Real\n* TODO COMMENTARY",
      ["open 5 Real", "open 6 COMMENTARY"]
    ),
    ("#+begin_src org\n- [ ] no\n#+end_src", []), ("- a\n  #+begin_src\n  - [ ] no\n  #+end_src", []),
    ("# -*- mode: org -*-\n:PROPERTIES:\n:ID: 1\n:END:\n#+TODO: DRAFT | OUT\n* DRAFT [#10] A\n* NEXT B", ["open 6 A"]),
  ])
  func tasksOfOrgAreFound(text: String, expected: [String]) throws {
    #expect(try shape(text, path: "note.org").tasks.map(written) == expected)
  }

  /// Of the file, of the headline and of those above it.
  @Test func tasksOfOrgHaveTheTagsOfTheirSection() throws {
    let text =
      "#+FILETAGS: :home:\n- [ ] first\n* Cellar :damp:\n** TODO Pump :urgent:damp:\n- [ ] hose\n* TODO Attic :a b:\n"
    let tasks = try shape(text, path: "note.org").tasks
    #expect(
      tasks.map(\.tags) == [["home"], ["home", "damp", "urgent"], ["home", "damp", "urgent"], ["home"]])
    #expect(tasks.map(\.text) == ["first", "Pump", "hose", "Attic :a b:"])
    #expect(try shape("- [ ] first #home").tasks.map(\.tags) == [nil])
  }

  @Test(arguments: [
    (
      "* Hall <2026-12-20 Sun> and <2026-12-22 Tue 10:00-12:00 +1w>",
      ["1 2026-12-20", "1 2026-12-22 10:00", "1 2026-12-29 10:00", "…"]
    ),
    ("text <2026-07-01 Wed>--<2026-07-05 Sun>\n- <2026-07-09>", ["1 2026-07-01 2026-07-05", "2 2026-07-09"]),
    ("[2026-12-20 Sun] <%%(diary-float t 4 2)> <2026-13-40> <<2026-12-20>", ["1 2026-12-20"]),
    ("#+begin_src\n<2026-12-20 Sun>\n#+end_src\n# <2026-12-20 Sun>\n:LOGBOOK:\nCLOCK: <2026-12-20 Sun>\n:END:", []),
    ("* COMMENT A <2026-12-20 Sun>\n** B\n<2026-12-21 Mon>\n* C\n<2026-12-22 Tue>", ["5 2026-12-22"]),
    // A task has its own days; one that repeats is on others as well.
    (
      "* TODO A\nSCHEDULED: <2026-12-20 Sun>\n* TODO B\nDEADLINE: <2026-12-20 Sun .+2d -1d>",
      ["3 2026-12-20", "3 2026-12-22", "3 2026-12-24", "…"]
    ),
    ("* DONE A\nSCHEDULED: <2026-12-20 Sun +1w>\n* B\nSCHEDULED: <2026-12-21 Mon>", ["3 2026-12-21"]),
  ])
  func activeTimeStampsOfOrgAreFound(text: String, expected: [String]) throws {
    let found = try shape(text, path: "note.org").calendar?.occurrences ?? []
    let days = found.map { found in
      let end = found.days.upperBound > found.days.lowerBound ? " \(found.days.upperBound)" : ""
      return "\(found.line) \(found.days.lowerBound)" + end + (found.start.map { " " + Occurrence.clock($0) } ?? "")
    }
    // What repeats goes on for years.
    #expect((days.count > 9 ? days.prefix(3) + ["…"] : days) == expected)
  }

  @Test(arguments: [
    (
      "- TODO buy milk\n- DOING [#A] sweep\n\t- LATER read\n- DONE post it\n- CANCELED b\n- NOW c",
      ["open 1 buy milk", "open 2 sweep", "open 3 read", "done 4 post it", "cancelled 5 b", "open 6 c"]
    ),
    (
      "title:: Roof\n\n- TODO slates\n  SCHEDULED: <2026-03-16 Mon>\n  DEADLINE: <2026-03-20 Fri>",
      ["open 3 slates due 2026-03-20 scheduled 2026-03-16"]
    ),
    ("- TODO: say why\n- Todo list\n- TODOs\n- TODO", []), ("* TODO starred", []),
    ("# Plans\n\n- TODO buy milk", []), ("Some text.\n\n- DONE and dusted", []),
    ("- a\n  ```\n  - TODO code\n  ```", []),
  ])
  func tasksOfLogseqAreFoundOnItsPages(text: String, expected: [String]) throws {
    #expect(try shape(text, path: "journals/2026_03_14.md").tasks.map(written) == expected)
  }

  private func written(_ task: NoteTask) -> String {
    let days = [("due", task.due), ("scheduled", task.scheduled), ("start", task.start), ("done", task.done)]
    return "\(task.state) \(task.line) \(task.text)"
      + days.map { name, day in day.map { " \(name) \($0)" } ?? "" }.joined()
  }

  @Test func placesThatHTMLNamesAreAnchors() throws {
    let text = "## <a name=\"hasher\"></a>The `Hasher`\n\n<p class='x' id='p1'>\n\na < b = c, `<a name=x>`\n"
    let anchors = try shape(text).anchors
    #expect(anchors.filter { $0.level < 0 }.map(\.name).prefix(2) == ["hasher", "p1"])
    for place in ["hasher", "The Hasher", "the-hasher", "p1"] { #expect(ResolvedLink.Places(anchors).has(place)) }
    #expect(!ResolvedLink.Places(anchors).has("^hasher") && !ResolvedLink.Places(anchors).has("class"))
  }

  @Test func headingsAndBlocksAreAnchors() throws {
    let text = "# One\n\ntext ^first\n\n## Two ## ^two\n\n- item\n- item ^third-1\n\n`x^no`\n\n```\n# code ^no\n```\n"
    #expect(
      try shape(text).anchors == [
        NoteAnchor(line: 1, level: 1, name: "One"), NoteAnchor(line: 3, level: 0, name: "first"),
        NoteAnchor(line: 5, level: 2, name: "Two ##"), NoteAnchor(line: 5, level: 0, name: "two"),
        NoteAnchor(line: 8, level: 0, name: "third-1"),
      ])
  }

  @Test(arguments: [
    (
      "---\naliases: [A, 'B c']\nstatus: done\nrating: 4\nauthor:\n  name: Ann\nlist:\n- x\n- y\nempty:\n---\n",
      ["A", "B c"],
      ["status=done", "rating=4", "author.name=Ann", "list=x", "list=y", "empty="]
    ),
    (
      "+++\naliases = [\"A\"]\nstatus = 'done'\nrating = 4\n[author]\nname = \"Ann\"\n[[link]]\nto.x = {y = true}\n+++\n",
      ["A"],
      ["status=done", "rating=4", "author.name=Ann", "link.to.x.y=true"]
    ),
    ("---\nalias: One, Two\n---\n", ["One", "Two"], []),
    // Broken: what stands on lines of its own is found.
    ("---\nstatus: done\nnote: a: b\nquoted: \"x\"\n---\n", [], ["status=done", "note=a: b", "quoted=x"]),
    ("+++\nstatus = done\n+++\n", [], ["status=done"]),
  ])
  func frontMatterHasNamesAndProperties(text: String, aliases: [String], properties: [String]) throws {
    let shape = try shape(text)
    #expect(shape.aliases == aliases && shape.properties.map { "\($0.key)=\($0.value)" } == properties)
  }

  @Test(arguments: [
    ("---\ndate: 2025-03-14\ncreated: 2024-01-01\n---\n# T 2023-01-01\n", "2022-01-01.md", "2025-03-14"),
    ("---\ncreated: 2024-01-01T10:00:00\nupdated: 2025-01-01\n---\n", "x.md", "2024-01-01"),
    ("---\ndate: 2025-13-45\n---\n", "x.md", nil), ("---\ndate: 45/13/2025\n---\n", "x.md", nil),
    ("---\ndate: 2025-02-30T10:00\ncreated: 2024-01-01\n---\n", "x.md", "2024-01-01"),
    ("---\ndate: 3/4/2025\n---\n", "x.md", "2025-01-01"), ("---\ndate: season 2024-25\n---\n", "x.md", "2024-01-01"),
    ("text", "journal/2025-03-14.md", "2025-03-14"), ("text", "2025-03-14 Friday.md", "2025-03-14"),
    ("text", "journal/2025/03-March/14.md", "2025-03-14"), ("text", "20250314.md", "2025-03-14"),
    ("text", "2025_03_14.md", "2025-03-14"), ("text", "2025.md", "2025-01-01"), ("text", "2025-W11.md", "2025-03-10"),
    ("text", "March 14th, 2025.md", "2025-03-14"), ("# Ann and Bo: 1:56 pm on 8 May, 2023\n", "s.md", "2023-05-08"),
    ("# From 8 May 2023 to 9 May 2023\n", "s.md", "2023-05-08"), ("# Budget 2025\n", "s.md", nil),
    ("text", "14.md", nil),
    ("text", "0258-property-wrappers.md", nil),
  ])
  func aNoteIsOfTheDayThatItNames(text: String, path: String, expected: String?) throws {
    #expect(try shape(text, path: path).dated?.lowerBound == expected.flatMap { Day($0) })
  }

  @Test(arguments: [
    ("---\ntitle: a: b: c\n---\ntext", "YAML (line 2: a value with a colon needs quotes)"),
    ("---\nok: 1\nbad: [x\n---\ntext", "YAML (line 3: a bracket is not closed)"),
    ("---\nok: 1\nbad: \"x\nmore: 1\n---\ntext", "YAML (line 3: a quote is not closed)"),
    ("---\nok: 1\nname: @ann\n---\ntext", "YAML (line 3: a value that begins with @ needs quotes)"),
    ("---\n\ttags: [b]\nstate: on\n---\ntext", "YAML (line 2: it is indented with a tab; YAML needs spaces)"),
    ("---\n# mine\nstate: on: off\n---\ntext", "YAML (line 3: a value with a colon needs quotes)"),
    ("---\nok: 1\nlist:\n\t- x\n---\ntext", "YAML (line 4: it is indented with a tab; YAML needs spaces)"),
    ("---\nok: 1\nnothing\nmore: 2\n---\ntext", "YAML (line 3: expected a key and its value, as in status: done)"),
    ("---\nok: 1\nname: 'x' y\n---\ntext", "YAML (line 3: text follows a value in quotes)"),
    ("---\nstatus: a\nok: 1\nstatus: b\n---\ntext", "YAML (line 4: the key status is there twice)"),
    ("+++\na = 1\nb = c\n+++\ntext", "line 3: b: a text needs quotes: c"),
    ("+++\na = \"x\n+++\n", "line 2: a text is not closed"),
  ])
  func brokenFrontMatterIsReportedAndKeptAsText(text: String, reason: String) throws {
    let parsed = try ParsedDocument(DocumentText(text), path: "a.md")
    #expect(parsed.problem?.contains(reason) == true, "\(parsed.problem ?? "")")
    #expect(try ParsedDocument(DocumentText("---\na: 1\n---\n"), path: "a.md").problem == nil)
  }

  /// 20,000 keys are data: the first are read, as many steps are taken as there are bytes, and text below is kept.
  @Test func frontMatterOfAnySizeIsReadToALimit() throws {
    let keys = (1...20_000).map { "key\($0): \($0)\n" }.joined()
    let meter = WorkMeter()
    let text = DocumentText("---\ntitle: Data\n\(keys)---\n# Below\n", meter)
    let parsed = try ParsedDocument(text, path: "a.md")
    #expect(
      parsed.problem?.hasPrefix("the front matter has 20001 lines, more than 64 KiB: at most 1000 of its keys are read")
        == true)
    #expect(parsed.title == "Data" && parsed.shape.properties.count == 1000)
    #expect(parsed.blocks.map(\.kind) == [.frontMatter, .heading(level: 1, title: "Below")])
    #expect((parsed.blocks.first?.lines.count ?? 0) < 1000)
    #expect(meter.steps < 10 * text.bytes.count)
    let many = "---\n" + (1...2000).map { "key\($0): \($0)\n" }.joined() + "---\n"
    let cut = try ParsedDocument(DocumentText(many), path: "a.md")
    #expect(
      cut.problem == "the front matter has many keys: the first 1000 are read" && cut.blocks[0].lines.count == 2002)
    // What is no data is text, however it begins.
    let prose = "---\nNote: this is a book.\n" + String(repeating: "A line of it.\n", count: 10_000) + "---\n"
    #expect(try ParsedDocument(DocumentText(prose), path: "a.md").blocks.first?.kind != .frontMatter)
  }
}
