import Foundation
import TestSupport
import Testing

/// `--in`, `--tag`, `--path`, `--since` and `--until` of search, ask and chat.
@Suite(.serialized) struct FilterOptionsTests {
  private struct Found: Decodable {
    struct Passage: Decodable { var path: String }
    var passages: [Passage]
  }

  private let notes: Notes

  init() async throws {
    notes = try Notes([
      "kitchen/bread.md": "---\ntags: [food]\n---\n" + Notes.bread, "bike.md": Notes.bike,
      "kitchen/oven.md": "# Oven\n\nThe oven light is broken. Bake with care.",
    ])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)], ofItemAtPath: notes.notes + "/kitchen/oven.md")
    _ = try await notes.rag("index", notes.notes)
  }

  @Test func aSearchLooksOnlyAtTheNotesThatPass() async throws {
    func found(_ arguments: String...) async throws -> Set<String> {
      let result = try await notes.rag(["search", "--json", "--ranking", "keyword", "oven bake bar"] + arguments)
      return Set(try JSONDecoder().decode(Found.self, from: Data(result.output.utf8)).passages.map(\.path))
    }
    let (bike, bread, oven) = ("bike.md", "kitchen/bread.md", "kitchen/oven.md")
    #expect(try await found() == [bike, bread, oven])
    #expect(try await found("--in", "kitchen") == [bread, oven])
    #expect(try await found("--in", notes.notes + "/kitchen") == [bread, oven])
    #expect(try await found("--in", notes.notes) == [bike, bread, oven])
    #expect(try await found("--tag", "food") == [bread])
    #expect(try await found("--path", "k*/oven") == [oven])
    #expect(try await found("--path", "kitchen", "--path", "bread") == [bread])
    // 13 September 2020.
    #expect(try await found("--until", "2020") == [oven])
    #expect(try await found("--until", "2020-09") == [oven])
    #expect(try await found("--until", "2020-08").isEmpty)
    #expect(try await found("--since", "2020-09", "--until", "2020-09-15") == [oven])
    #expect(try await found("--since", "2021") == [bike, bread])
    #expect(try await found("--since", "1d", "tag:food") == [bread])
  }

  @Test func anEmptySelectionIsNamed() async throws {
    let nothing = try await notes.rag("search", "oven", "--tag", "work", "--in", "kitchen")
    #expect(nothing.status == 1)
    #expect(nothing.output == "Nothing found.\nNo passage matches --in kitchen --tag work.\n")
    let asked = try await notes.rag(
      ["ask"] + (try Notes.shortReplies) + ["--tag", "work", "What is the tyre pressure of the bicycle?"])
    #expect(asked.status == 1)
    #expect(asked.output.hasPrefix("Not in your notes."))
    #expect(asked.errors == "rag: no note matches --tag work\n")
  }

  @Test func aFolderWithoutANoteIsAnError() async throws {
    for command in [["search"], ["ask"] + (try Notes.shortReplies)] {
      let result = try await notes.rag(command + ["--in", "kitchn", "oven"])
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors == "rag: kitchn is not in the index, which contains: \(notes.notes)\n")
    }
  }

  @Test func aBadDateIsRefused() async throws {
    for option in ["--since", "--until"] {
      let result = try await notes.rag("search", "oven", option, "lunch")
      #expect(result.status == 64)
      #expect(result.errors.contains("lunch: expected a date (2026, 2026-05, 2026-05-03), a time before now"))
    }
    #expect(try await notes.rag("search", "oven", "--tag", " ").status == 64)
  }

  @Test func answersAndConversationsRestOnTheNotesThatPass() async throws {
    struct Line: Decodable { var passages: [Found.Passage] }
    let question = "What is the tyre pressure of the bicycle?"
    let model = ["--reply-tokens", "8", "--json"] + (try Notes.shallowModel)
    for (filter, isFound) in [(["--path", "bike"], true), (["--in", "kitchen"], false)] {
      let asked = try await notes.rag(["ask"] + model + filter + [question])
      let chat = try await notes.rag(["chat"] + model + filter, input: question + "\n")
      for (mode, result) in [("ask", asked), ("chat", chat)] {
        let line = try JSONDecoder().decode(Line.self, from: Data(result.output.utf8))
        #expect(line.passages.contains { $0.path == "bike.md" } == isFound, "\(mode) \(filter)")
      }
    }
  }
}
