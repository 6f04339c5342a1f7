import Foundation
import TestSupport
import Testing
import VectorStore

@Suite struct SearchCommandTests {
  private struct Found: Decodable {
    struct Passage: Decodable {
      struct Parts: Decodable {
        var lead: Double?
        var keyword: Double
      }
      var source, path, text: String
      var firstLine, lastLine: Int
      var score: Double
      var scoreParts: Parts
    }
    var passages: [Passage]
  }

  @Test func meaningFindsWhatWordsDoNot() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let result = try await notes.rag("search", "--json", "how hot must the oven be for a loaf")
    #expect(result.status == 0)
    let best = try #require(try JSONDecoder().decode(Found.self, from: Data(result.output.utf8)).passages.first)
    #expect(best.path == "kitchen/bread.md")
    let file = Notes.bread.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(best.text == file[best.firstLine - 1...best.lastLine - 1].joined(separator: "\n"))
    let lead = try #require(best.scoreParts.lead)
    #expect(abs(best.score - (0.4 * lead + 0.6 * best.scoreParts.keyword)) < 1e-5)
  }

  @Test func withoutAnEncoderItSearchesByKeywordAndSaysSo() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let result = try await notes.rag("search", "tyre", environment: notes.noModels)
    #expect(result.status == 0)
    #expect(result.output.contains("bike.md:"))
    #expect(result.errors.contains("keyword") && result.errors.contains("rag models pull"))
  }

  @Test func nothingFoundExitsWith1() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let result = try await notes.rag("search", "--ranking", "keyword", "zeppelin")
    #expect(result.status == 1)
    #expect(result.output == "Nothing found.\nNo passage contains a word of the query.\n")
  }

  @Test func whatIsNearestIsNotFoundUnlessItIsNear() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    for query in ["quantum chromodynamics", "xqzv wklp", "租房合同"] {
      let result = try await notes.rag("search", query)
      #expect(result.status == 1, "\(query): \(result.output)")
      #expect(result.output.hasPrefix("Nothing found.\nNo passage is close enough to the query."))
      #expect(result.output.split(separator: "\n").count == 2)
    }
    let nearest = try await notes.rag("search", "--ranking", "vector", "quantum chromodynamics")
    #expect(nearest.status == 0 && nearest.output.contains("bike.md:"))
    let json = try await notes.rag("search", "--json", "quantum chromodynamics")
    #expect(json.status == 1 && json.output.contains("\"absence\":\"topic\""))
    let filtered = try await notes.rag("search", "tyre tag:none")
    #expect(filtered.status == 1 && filtered.output == "Nothing found.\nNo passage matches tag:none.\n")
  }

  @Test func filesThatWaitToBeIndexedAreCounted() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    #expect(try await notes.rag("search", "tyre").errors.isEmpty)
    try notes.folder.write(Notes.bike + "\nThe saddle squeaks.\n", to: "notes/bike.md")
    try notes.folder.write("# Garden", to: "notes/garden/roses.md")
    let two = try await notes.rag("search", "--no-refresh", "tyre")
    #expect(two.status == 0)
    #expect(two.errors == "rag: the index is out of date for 2 files (1 changed, 1 new): run 'rag index'\n")
    _ = try await notes.rag("index")
    try FileManager.default.removeItem(atPath: notes.notes + "/garden/roses.md")
    let one = try await notes.rag("search", "--no-refresh", "zeppelin", "--ranking", "keyword")
    #expect(one.status == 1)
    #expect(one.errors == "rag: the index is out of date for 1 file (1 deleted): run 'rag index'\n")
  }

  @Test func aNoteHasTwoPassagesUnlessMoreAreAskedFor() async throws {
    let sections = (1...5).map { number in
      "## Tyre \(number)\n\n"
        + (1...40).map { "Tyre number \(number) had 4.\($0) bar." }.joined(separator: " ")
    }
    let notes = try Notes(["tyres.md": "# Tyres\n\n" + sections.joined(separator: "\n\n"), "bike.md": Notes.bike])
    _ = try await notes.rag("index", notes.notes)
    func places(_ arguments: String...) async throws -> [String] {
      let json = try await notes.rag(["search", "--json", "tyre number"] + arguments)
      return try JSONDecoder().decode(Found.self, from: Data(json.output.utf8)).passages.map(\.path)
    }
    #expect(try await places().sorted() == ["bike.md", "tyres.md", "tyres.md"])
    #expect(try await places("--per-note", "1").sorted() == ["bike.md", "tyres.md"])
    #expect(try await places("--per-note", "8").count { $0 == "tyres.md" } > 2)
    #expect(try await notes.rag("search", "--per-note", "0", "tyre").status == 64)
  }

  @Test func operatorsRestrictASearch() async throws {
    let notes = try Notes([
      "kitchen/bread.md": "---\ntags: [food]\n---\n" + Notes.bread, "bike.md": Notes.bike,
      "kitchen/oven.md": "# Oven\n\nThe oven light is broken. Bake with care.",
    ])
    _ = try await notes.rag("index", notes.notes)
    func found(_ arguments: String...) async throws -> Set<String> {
      let result = try await notes.rag(["search", "--json", "--ranking", "keyword"] + arguments)
      return Set(try JSONDecoder().decode(Found.self, from: Data(result.output.utf8)).passages.map(\.path))
    }
    #expect(try await found("oven bake") == ["kitchen/bread.md", "kitchen/oven.md"])
    #expect(try await found("oven bake -care") == ["kitchen/bread.md"])
    #expect(try await found("oven", "bake", "tag:food") == ["kitchen/bread.md"])
    #expect(try await found("\"oven light\"") == ["kitchen/oven.md"])
    #expect(try await found("bar path:kitchen").isEmpty)
    #expect(try await found("oven path:*oven.md") == ["kitchen/oven.md"])
    #expect(try await found("oven after:1d") == ["kitchen/bread.md", "kitchen/oven.md"])
    #expect(try await found("oven before:2020").isEmpty)
    #expect(try await found("--", "-care oven") == ["kitchen/bread.md"])
    #expect(try await found("oven -18") == ["kitchen/bread.md", "kitchen/oven.md"])
  }

  @Test func ofOperatorsAloneNotesAreListedWithTheirDates() async throws {
    let notes = try Notes()
    for (path, seconds) in [("/kitchen/bread.md", 1_600_000_000.0), ("/bike.md", 1_700_000_000)] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: notes.notes + path)
    }
    _ = try await notes.rag("index", notes.notes)
    let listed = try await notes.rag("search", "after:2020", environment: ["TZ": "UTC"])
    #expect(listed.status == 0 && listed.errors.isEmpty)
    let lines = listed.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(lines.map { $0.prefix(20) } == ["2023-11-14  bike.md:", "2020-09-13  kitchen/"])
    let wrong = try await notes.rag("search", "tyre after:lunch")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("after:lunch: expected a date"))
  }

  @Test func anIndexWithoutNotesIsCalledSo() async throws {
    let notes = try Notes(["bike.md": "Tyre pressure: 4.5 bar."])
    try FileManager.default.moveItem(atPath: notes.notes + "/bike.md", toPath: notes.folder.path + "/bike.md")
    _ = try await notes.rag("index", notes.notes)
    let result = try await notes.rag("search", "tyre")
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors == "rag: \(notes.index) is empty: run 'rag index FOLDER' to add notes\n")
  }

  @Test func behindTwoDashesAQueryMayBeginWithOne() async throws {
    let notes = try Notes(["bike.md": "Tyre pressure: 4.5 bar.", "car.md": "Tyre pressure: 2.5 bar in winter."])
    _ = try await notes.rag("index", notes.notes)
    let result = try await notes.rag("search", "--ranking", "keyword", "--", "-winter", "tyre")
    #expect(result.status == 0)
    #expect(result.output.contains(" bike.md:1  ") && !result.output.contains("car.md"), "\(result.output)")
    let listed = try await notes.rag("search", "--", "-winter")
    #expect(listed.status == 0)
    #expect(listed.output.contains(" bike.md:1  ") && !listed.output.contains("car.md"), "\(listed.output)")
  }

  @Test func withoutAnIndexTheCommandThatMakesOneIsNamed() async throws {
    let notes = try Notes()
    let result = try await notes.rag("search", "tyre")
    #expect(result.status == 2)
    #expect(result.errors.contains(notes.index) && result.errors.contains("rag index"))
    #expect(!FileManager.default.fileExists(atPath: notes.index))
  }

  @Test func aFileThatIsNoIndexIsNamed() async throws {
    let notes = try Notes()
    try notes.folder.write("These are not the rows you are looking for.", to: "index/index.sqlite")
    let result = try await notes.rag("search", "tyre")
    #expect(result.status == 2)
    #expect(result.errors.contains(notes.index))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func explainShowsEachPartOfTheScore() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let result = try await notes.rag("search", "--explain", "--limit", "1", "tyre pressure")
    #expect(
      result.output.contains(/= 0.4 x lead \d\.\d\d \(cosine \d\.\d\d\) \+ 0.6 x keyword \d\.\d\d \(bm25 stemmed/))
    let nearest = try await notes.rag("search", "--explain", "--ranking", "vector", "--limit", "1", "tyre pressure")
    #expect(nearest.output.contains(/score \d\.\d\d = cosine \d\.\d\d\n/))
    let worded = try await notes.rag("search", "--explain", "--ranking", "keyword", "--limit", "1", "tyre pressure")
    #expect(worded.output.contains(/score 1\.00 = keyword 1\.00 \(bm25 stemmed/))
  }

  @Test func filesThatChangedOrWentAreMarkedAsAskMarksThem() async throws {
    struct Found: Decodable {
      struct Passage: Decodable { var path, freshness: String }
      var passages: [Passage]
    }
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let before = try await notes.rag("search", "tyre pressure starter")
    #expect(before.output.contains("bike.md:") && !before.output.contains("since it was indexed"))
    try notes.folder.write(Notes.bike + "\nThe saddle squeaks.\n", to: "notes/bike.md")
    try FileManager.default.removeItem(atPath: notes.notes + "/kitchen/bread.md")
    let after = try await notes.rag("search", "--no-refresh", "tyre pressure starter")
    for line in after.output.split(separator: "\n") where line.contains(".md:") {
      let mark = line.contains("bike.md:") ? "  (changed since it was indexed)" : "  (no longer available)"
      #expect(line.hasSuffix(mark))
    }
    let json = try await notes.rag("search", "--json", "--no-refresh", "tyre pressure starter")
    let passages = try JSONDecoder().decode(Found.self, from: Data(json.output.utf8)).passages
    #expect(Set(passages.map { $0.path + " " + $0.freshness }) == ["bike.md changed", "kitchen/bread.md missing"])
  }

  @Test func anIndexThatIsHalfBuiltIsCalledSo() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let index = try SearchIndex(at: notes.index)
    try await index.noteFolder(notes.notes, indexedAt: 0)
    try await index.close()
    for ranking in ["keyword", "fused"] {
      let result = try await notes.rag("search", "--ranking", ranking, "tyre")
      #expect(result.status == 0 && result.output.contains("bike.md:"))
      #expect(result.errors == "rag: \(notes.notes) is only partly indexed: run 'rag index' to finish it\n")
    }
    let json = try await notes.rag("search", "--json", "tyre")
    #expect(json.output.contains("\"complete\":false"))
    #expect(try await notes.rag("status", "--json").output.contains("\"complete\":false"))
    let doctor = try await notes.rag(["doctor"] + (try Notes.shallowModel))
    #expect(doctor.status == 0)
    #expect(doctor.output.contains("-- folder: \(notes.notes)\n    is only partly indexed: run 'rag index'"))
    _ = try await notes.rag("index")
    #expect(try await notes.rag("search", "tyre").errors.isEmpty)
    #expect(try await notes.rag("status", "--json").output.contains("\"complete\":true"))
  }

  @Test func aPipeGetsNoEscapeCodes() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    #expect(!(try await notes.rag("search", "tyre").output.contains("\u{1B}")))
  }

  @Test(arguments: ["\"", "' OR 1=1 --", "NEAR(a b)", "*", "a\u{0}b", "💥", "(((", "col:x AND", "鍵"])
  func aStrangeQueryFindsNothingAndBreaksNothing(query: String) async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    // A NUL cannot stand in an argument; the rest of the query can.
    let result = try await notes.rag("search", query.replacing("\u{0}", with: " "))
    #expect(result.status == 1 && result.output.hasPrefix("Nothing found.\n"))
    #expect(result.errors.isEmpty)
  }

  @Test func anIndexThatWasCopiedElsewhereAnswersAlike() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let here = try await notes.rag("search", "--json", "tyre pressure")
    let copy = notes.folder.path + "/elsewhere/copy.sqlite"
    try notes.folder.write(try Data(contentsOf: URL(fileURLWithPath: notes.index)), to: "elsewhere/copy.sqlite")
    try FileManager.default.removeItem(atPath: notes.index)
    let there = try await notes.rag("search", "--json", "--index", copy, "tyre pressure")
    #expect(there.status == 0 && there.output.contains("bike.md"))
    #expect(there.output == here.output)
  }
}
