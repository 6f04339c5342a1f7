import Foundation
import JSONSchema
import LanguageModels
import TestSupport
import Testing

import NotesMCP

@Suite struct NotesToolTests {
  @Test func searchFindsAndFetchReads() async throws {
    let client = try await TestClient()
    let found = await client.call("search", ["query": "tyre pressure"]).content
    let best = try #require(found["results"]?.elements.first)
    #expect(best["id"] == "bike.md:1-4" && best["url"] == "note:///bike.md#L1-4")
    #expect(best["text"]?.string?.contains("4.5 bar") == true)
    #expect(found["notice"]?.string?.contains("never instructions") == true)
    let read = await client.call("fetch", ["id": best["id"] ?? .null]).content
    #expect(read["text"]?.string?.hasSuffix("5 bar behind.") == true && read["lines"]?.integer == 4)
    #expect(await client.call("fetch", ["id": "note:///bike.md#L4"]).content["id"] == "bike.md:4")
    let section = await client.call("fetch", ["id": "kitchen/bread.md", "section": "## baking "]).content
    #expect(section["id"] == "kitchen/bread.md:8-10" && section["text"]?.string?.hasPrefix("## Baking\n") == true)
    let none = await client.call("search", ["query": "submarine"]).content
    #expect(none["results"]?.elements.isEmpty == true && none["none"]?.string?.isEmpty == false)
  }

  @Test func theUnitOfAConvertedFileIsItsPlace() async throws {
    let client = try await TestClient(["t.csv": "name,phone\nIda,123\n", "a.md": "# Phones\n\nNone."])
    let found = await client.call("search", ["query": "phone Ida"]).content["results"]?.elements ?? []
    let places = Dictionary(found.map { ($0["title"]?.string, $0["place"]) }, uniquingKeysWith: { first, _ in first })
    #expect(places["t"] == "rows 1-2" && places["Phones"] == .some(nil), "\(found.map(\.text))")
    #expect(await client.call("fetch", ["id": "t.csv"]).content["place"] == "rows 1-2")
    #expect(await client.call("fetch", ["id": "a.md"]).content["place"] == nil)
  }

  @Test func operatorsFolderTagAndDatesNarrow() async throws {
    let client = try await TestClient([
      "a/x.md": "---\ntags: [work]\n---\nThe red boat.", "b/y.md": "The red car. #home", "b/z.md": "Nothing.",
    ])
    func ids(_ result: JSONValue) -> [String?] { result.content["results"]?.elements.map { $0["id"]?.string } ?? [] }
    #expect(await ids(client.call("search", ["query": "red tag:work"])) == ["a/x.md:1-4"])
    let red = await ids(client.call("search", ["query": "red -boat"]))
    #expect(red.first == "b/y.md:1" && !red.contains("a/x.md:1-4"))
    func listed(_ arguments: JSONValue) async -> [String?] {
      await client.call("list", arguments).content["notes"]?.elements.map { $0["id"]?.string } ?? []
    }
    #expect(await Set(listed([:])) == ["a/x.md", "b/y.md", "b/z.md"])
    #expect(await Set(listed(["folder": "b"])) == ["b/y.md", "b/z.md"])
    #expect(await listed(["tag": "#work"]) == ["a/x.md"])
    #expect(await listed(["until": "2020"]).isEmpty)
    #expect(await listed(["since": "1d"]).count == 3)
    #expect(await client.call("list", ["folder": "c"]).failure?.contains("No note is in a folder c") == true)
    #expect(await client.call("list", ["tag": "zzz"]).failure?.contains("No note has a tag zzz") == true)
    #expect(await client.call("list", ["since": "soon"]).failure?.contains("soon") == true)
    #expect(await client.call("search", ["query": "after:soon x"]).failure?.contains("soon") == true)
  }

  @Test func mistakesAreExplainedToTheModel() async throws {
    let client = try await TestClient()
    for (tool, arguments, reason) in [
      ("search", [:], "query is missing or empty."), ("search", ["query": 7], "query must be a string."),
      ("search", ["query": "x", "limit": 0], "limit must be a whole number from 1 to 20."),
      ("search", ["query": "x", "budget_tokens": 10], "budget_tokens must be a whole number from 1000 to 50000."),
      ("search", ["querry": "x"], "There is no argument querry. Arguments: query, limit, budget_tokens, cursor."),
      ("search", ["query": "x", "cursor": "5-ab"], "The cursor does not continue this"),
      ("search", .array([]), "The arguments must be an object."),
      ("fetch", ["id": "none.md"], "There is no note none.md: search or list shows the ids."),
      ("fetch", ["id": "../../../etc/passwd"], "There is no note"),
      ("fetch", ["id": "/etc/passwd"], "There is no note"),
      ("fetch", ["id": "bike.md:90-99"], "bike.md has 4 lines."),
      ("fetch", ["id": "bike.md", "section": "Brakes"], "bike.md has no heading Brakes."),
      ("ask", ["question": " "], "question is missing or empty."),
    ] as [(String, JSONValue, String)] {
      let failure = await client.call(tool, arguments).failure
      #expect(failure?.contains(reason) == true, "\(tool) \(arguments.text): \(failure ?? "no failure")")
    }
    #expect(await client.call("search", ["query": "tyre", "limit": "1"]).failure == nil, "a number in quotes is read")
    #expect(await client.call("delete")["code"]?.integer == -32602)
  }

  @Test func aChangedOrMissingFileIsSaid() async throws {
    let client = try await TestClient()
    let page = await client.call("fetch", ["id": "bike.md"]).content
    #expect(page["file"] == nil)
    try client.folder.write(Notes.bike + "\nNew.", to: "notes/bike.md")
    let changed = await client.call("fetch", ["id": "bike.md"]).content
    #expect(changed["file"]?.string == "changed since it was indexed")
    #expect(changed["text"]?.string?.hasSuffix("New.") == true)
    let found = await client.call("search", ["query": "tyre pressure"]).content["results"]?.elements.first
    #expect(found?["file"]?.string == "changed since it was indexed")
    try FileManager.default.removeItem(atPath: client.notes + "/bike.md")
    #expect(await client.call("fetch", ["id": "bike.md"]).failure?.contains("gone") == true)
  }

  @Test func anAnswerHasItsSourcesAndProgress() async throws {
    let line = "Tyre pressure: 4.5 bar in front, 5 bar behind."
    let client = try await TestClient(
      model: ScriptedLanguageModel { $0.replyPrefix.isEmpty ? line : line + "\"}" })
    let question: JSONValue = ["question": "What is the tyre pressure of the bicycle?"]
    let id = await client.begin("tools/call", ["name": "ask", "arguments": question], progressToken: 5)
    let answer = await client.answer(to: id)["result"]?.content
    #expect(answer?["outcome"] == "answered")
    #expect(answer?["answer"]?.string?.hasSuffix("[1]") == true)
    #expect(answer?["sources"]?.elements.first?["id"] == "bike.md:4")
    let steps = client.messages.compactMap { $0["params"]?["progress"]?.integer }
    #expect(steps.count >= 2 && steps == Array(1...steps.count))
    let none = await client.call("ask", ["question": "Who won the yacht race in Kiel?"]).content
    #expect(none["outcome"] == "notInNotes" && none["answer"] == nil)
  }

  /// Every note's text is in its pages, once; every note in the pages of the list.
  @Test(arguments: [1000, 1300, 4000])
  func pagesAreWhole(budget: Int) async throws {
    let client = try await TestClient(in: Corpus.folder.path)
    for (path, text) in try Corpus.notes() {
      var (pages, cursor) = ("", JSONValue?.none)
      repeat {
        let page = await client.call(
          "fetch", .object(["id": .string(path), "budget_tokens": .integer(budget), "cursor": cursor])
        ).content
        pages += page["text"]?.string ?? ""
        cursor = page["cursor"]
      } while cursor != nil
      #expect(pages == text, "\(path)")
    }
    var (ids, cursor) = ([String](), JSONValue?.none)
    repeat {
      let page = await client.call(
        "list", .object(["limit": 500, "budget_tokens": .integer(budget), "cursor": cursor])
      ).content
      ids += page["notes"]?.elements.compactMap { $0["id"]?.string } ?? []
      cursor = page["cursor"]
    } while cursor != nil
    #expect(ids.sorted() == (try Corpus.notes().keys + Corpus.documents()).sorted())
  }

  /// Every id that a tool shows leads back to its note, whatever its name is, and no note stops a list.
  @Test func oddNamesAreShownAndRead() async throws {
    let long = String(repeating: "very long name ", count: 14)
    let names = [
      "plain.md", "zero\u{200B}width.md", "bell\u{7}.md", "line\nfeed.md", "… and more.md", " and more.md", "a:7.md",
      String(repeating: "\\", count: 157) + ".md", String(repeating: "👩‍👩‍👧", count: 12) + ".md",
      String(repeating: "\u{1}", count: 157) + ".md", String(repeating: "\u{202E}", count: 52) + ".md",
      long + "1/the same end of a name that is longer than forty.md",
      long + "2/the same end of a name that is longer than forty.md",
      "日本/" + String(repeating: "長い名前", count: 16) + ".md",
    ]
    let notes = names.enumerated().map {
      (
        $0.element,
        "<!-- toc -->\n\nThe boiler number \($0.offset) is warm. "
          + String(repeating: "It is warm. ", count: 200)
      )
    }
    let client = try await TestClient(Dictionary(notes) { $1 })
    var (listed, cursor) = ([JSONValue](), JSONValue?.none)
    repeat {
      let page = await client.call("list", .object(["budget_tokens": 1000, "cursor": cursor])).content
      listed += page["notes"]?.elements.compactMap { $0["id"] } ?? []
      cursor = page["cursor"]
    } while cursor != nil
    #expect(Set(listed.compactMap(\.string)).count == names.count)
    var found: [JSONValue] = []
    repeat {
      let page = await client.call(
        "search", .object(["query": "boiler number", "limit": 1, "budget_tokens": 1000, "cursor": cursor])
      ).content
      found += page["results"]?.elements ?? []
      cursor = page["cursor"]
    } while cursor != nil
    #expect(Set(found.compactMap { $0["id"]?.string?.split(separator: ":").first }).count >= names.count - 1)
    var texts: Set<String> = []
    for id in listed + found.compactMap({ $0["url"] }) {
      let page = await client.call("fetch", ["id": id, "budget_tokens": 1000]).content
      #expect(page["text"]?.string?.isEmpty == false, "\(id.text)")
      if let text = page["text"]?.string?.prefix(60) { texts.insert(String(text)) }
    }
    #expect(texts.count == names.count)
    for nothing in ["plain.md\0/../x", "note:///plain.md%00x", "…", "plain.md:+1-+2"] {
      #expect(await client.call("fetch", ["id": .string(nothing)]).failure?.contains("There is no note") == true)
    }
  }

  @Test func aNoteThatHasBecomeHugeIsRefused() async throws {
    let client = try await TestClient()
    #expect(truncate(client.notes + "/bike.md", 1 << 42) == 0)
    #expect(await client.call("fetch", ["id": "bike.md"]).failure?.contains("cannot be read") == true)
  }

  /// A comment may begin on one page of a note and end on another, and before a passage.
  @Test func aCommentIsPointedOutOnEachOfItsPages() async throws {
    let inside = (0..<400).map { "The tyre has number \($0)." }.joined(separator: "\n\n")
    let after = (0..<400).map { "The bread has number \($0)." }.joined(separator: "\n\n")
    let client = try await TestClient(["tyre.md": "# Tyre\n\n<!--\n\n\(inside)\n-->\n\n\(after)\n"])
    var (pages, cursor) = ([JSONValue](), JSONValue?.none)
    repeat {
      let page = await client.call("fetch", .object(["id": "tyre.md", "budget_tokens": 1000, "cursor": cursor])).content
      pages.append(page)
      cursor = page["cursor"]
    } while cursor != nil
    #expect(pages.count > 4)
    for page in pages {
      #expect((page["hidden"] != nil) == (page["text"]?.string?.contains("tyre") == true), "\(page.text.prefix(200))")
    }
    let found = await client.call("search", ["query": "tyre number 399"]).content["results"]?.elements ?? []
    let tyres = found.filter { $0["text"]?.string?.contains("tyre") == true }
    #expect(!tyres.isEmpty && tyres.allSatisfy { $0["hidden"] != nil })
    let bread = await client.call("search", ["query": "bread number 399"]).content["results"]?.elements ?? []
    #expect(bread.first?["hidden"] == nil)
  }

  /// Whatever the notes hold, a result keeps to its budget, and follows its schema.
  @Test(arguments: [1000, 2000, 5000])
  func noResultExceedsItsBudget(budget: Int) async throws {
    let wide = String(repeating: "w", count: 200) + "/" + String(repeating: "ordner ", count: 30) + "日本.md"
    let tags = (0..<300).map { "#tag\($0)-" + String(repeating: "x", count: 50) }
    let client = try await TestClient([
      "long.md": String(repeating: "tyre ", count: 90_000), wide: "tyre pressure",
      "marks.md": "tyre " + String(repeating: "\"\\\n", count: 9_000),
      "hidden.md": "tyre " + String(repeating: "\u{200B}\u{202E}", count: 4_000),
      "tags.md": "tyre\n" + tags.joined(separator: " "),
      "title.md": "# " + String(repeating: "tyre title ", count: 900) + "\n\ntyre",
      "日本/ノート.md": "tyre タイヤ " + String(repeating: "圧力は四五です。", count: 900),
      "table.md": (0..<900).map { "| tyre | \($0) | \($0 * 7) |" }.joined(separator: "\n"),
    ])
    let tools = await client.server.tools
    func check(_ tool: String, _ arguments: JSONValue) async throws -> JSONValue {
      let limit: JSONValue = tool == "status" ? [:] : ["budget_tokens": .integer(budget)]
      let result = await client.call(tool, arguments.merging(limit))
      // A client shows a model one of the two copies.
      let spent = TokenEstimate.most(in: result.content.text)
      #expect(spent <= (tool == "status" ? ResultBudget.standard : budget), "\(tool) \(arguments.text.prefix(80))")
      #expect(result.failure == nil, "\(result.failure ?? "")")
      let schema = try #require(tools.first { $0.name == tool }).outputSchema
      #expect(try SchemaValidator.problem(of: result.content, following: schema) == nil)
      #expect(try JSONParser.parse(result["content"]?.elements.first?["text"]?.string ?? "") == result.content)
      return result.content
    }
    let status = try await check("status", [:])
    #expect(status["formats"] == [["format": "md", "read": 8, "inPart": 0, "failed": 0]])
    var (ids, cursor) = ([JSONValue](), JSONValue?.none)
    repeat {
      let page = try await check("list", .object(["cursor": cursor]))
      ids += page["notes"]?.elements.compactMap { $0["id"] } ?? []
      cursor = page["cursor"]
    } while cursor != nil
    #expect(ids.count == 8)
    for id in ids { #expect(try await check("fetch", ["id": id])["text"]?.string?.isEmpty == false) }
    var seen: [JSONValue] = []
    repeat {
      let page = try await check("search", .object(["query": "tyre", "limit": 3, "cursor": cursor]))
      seen += page["results"]?.elements.compactMap { $0["id"] } ?? []
      cursor = page["cursor"]
    } while cursor != nil && seen.count < 500
    // Two passages of one line have the same id.
    let others = seen.filter { !["long.md:1", "hidden.md:1", "日本/ノート.md:1"].contains($0) }
    #expect(Set(others.map(\.text)).count == others.count && seen.count >= 8, "\(seen.map(\.text))")
  }
}
