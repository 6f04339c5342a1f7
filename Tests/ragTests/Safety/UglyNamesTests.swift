import Foundation
import TestSupport
import Testing

/// Whatever a file is called, it is indexed and found, and what only looks like a note is named. `Tests/torture/names`
/// makes them.
@Suite struct UglyNamesTests {
  private struct Made: Decodable {
    var notes: [String: String]
    var others: [String]
  }

  private struct Found: Decodable {
    struct Passage: Decodable {
      var source: String
      var text: String
    }
    var passages: [Passage]
  }

  private struct Indexed: Decodable {
    struct Folder: Decodable {
      struct Failure: Decodable { var path: String }
      var changed: Int
      var unchanged: Int
      var removed: Int
      var moved: Int
      var failures: [Failure]
    }
    var folders: [Folder]
  }

  private func decoded<Value: Decodable>(_ type: Value.Type, _ result: BuiltProgram.Result) throws -> Value {
    #expect(result.status == 0, "\(result)")
    return try JSONDecoder().decode(type, from: Data(result.output.utf8))
  }

  private func make(in notes: Notes) async throws -> Made {
    let script = Repository.url.appendingPathComponent("Tests/torture/names").path
    let made = try await BuiltProgram.run(executable: "/usr/bin/env", ["python3", script, notes.notes])
    return try decoded(Made.self, made)
  }

  @Test func everyNoteIsIndexedAndFoundAndWhatIsNoneIsNamed() async throws {
    let notes = try Notes([:])
    let made = try await make(in: notes)
    let first = try decoded(Indexed.self, try await notes.rag("index", "--json", notes.notes)).folders[0]
    #expect(first.changed == made.notes.count)
    #expect(first.failures.map(\.path).sorted() == made.others.sorted())
    let second = try decoded(Indexed.self, try await notes.rag("index", "--json")).folders[0]
    #expect(second.unchanged == made.notes.count && second.changed + second.removed + second.moved == 0)
    for (word, path) in made.notes {
      let result = try await notes.rag("search", "--json", "--ranking", "keyword", word)
      let passages = try decoded(Found.self, result).passages
      #expect(passages.count == 1, "\(path)")
      // Two strings that are equal to Swift may be two names.
      #expect(passages.first.map { Array($0.source.utf8).starts(with: Array(path.utf8)) } == true, "\(path)")
    }
  }

  @Test func namesAreTakenAndGivenBack() async throws {
    let notes = try Notes([:])
    let made = try await make(in: notes)
    #expect(try await notes.rag("index", notes.notes).status == 0)
    // Each note gets the name of the next, so that only contents tell which is which.
    let paths = made.notes.sorted { $0.key < $1.key }.map { notes.notes + "/" + $0.value }
    let aside = notes.folder.path + "/aside.md"
    #expect(rename(paths[0], aside) == 0)
    for (to, from) in zip(paths, paths.dropFirst()) { #expect(rename(from, to) == 0) }
    #expect(try await notes.rag("index").status == 0)
    let words = made.notes.keys.sorted()
    for (path, word) in zip(paths, words.dropFirst()) {
      let result = try await notes.rag("search", "--json", "--ranking", "keyword", word)
      let source = try decoded(Found.self, result).passages.first?.source ?? ""
      #expect(Array((notes.notes + "/" + source).utf8).starts(with: Array(path.utf8)), "\(path)")
    }
    #expect(try await notes.rag("search", "--ranking", "keyword", words[0]).status == 1)
  }
}
