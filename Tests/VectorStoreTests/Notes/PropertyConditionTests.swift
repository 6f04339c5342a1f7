import TestSupport
import Testing
import VectorStore

@Suite struct PropertyConditionTests {
  @Test(arguments: [
    ("status=done", "status", PropertyCondition.Comparison.equal, "done"), ("status == done", "status", .equal, "done"),
    ("rating>3", "rating", .more, "3"), ("due<=2025-06-01", "due", .atMost, "2025-06-01"),
    ("a!=b", "a", .notEqual, "b"),
    ("status=", "status", .equal, ""), (" author.name >= b ", "author.name", .atLeast, "b"),
    ("status", "status", nil, ""),
  ])
  func conditionsAreReadAsTyped(text: String, key: String, comparison: PropertyCondition.Comparison?, value: String) {
    #expect(PropertyCondition(parsing: text) == PropertyCondition(key: key, comparison, value))
  }

  @Test(arguments: ["", " ", "=done", ">3"]) func aConditionNeedsAKey(text: String) {
    #expect(PropertyCondition(parsing: text) == nil)
  }

  /// Each condition against notes with these ratings and states, compared with Swift's own comparison.
  @Test func notesPassAsTheirValuesSay() async throws {
    let fixture = try await StoreFixture()
    var generator = SeededGenerator(seed: 1)
    let values = ["1", "2.5", "3", "10", "three", "Done", "[[Keys]]", ""]
    for (number, value) in values.enumerated() {
      var document = Document.test("\(number).md")
      document.shape = NoteShape()
      document.shape?.properties = [NoteProperty(key: "Rating", value: value)]
      try await fixture.index.apply([
        .replace(document, [.test("text \(number)", vector: .random(8, using: &generator))])
      ])
    }
    func passing(_ text: String) async throws -> [String] {
      let condition = try #require(PropertyCondition(parsing: text))
      return try await fixture.index.documents(where: SearchFilter(properties: [condition]), limit: 99).documents
        .compactMap { Int($0.path.prefix(1)).map { values[$0] } }.sorted()
    }
    #expect(try await passing("rating>2.5") == ["10", "3"])
    #expect(try await passing("rating<=3") == ["1", "2.5", "3"])
    #expect(try await passing("RATING=3.0") == ["3"])
    #expect(try await passing("rating=done") == ["Done"])
    #expect(try await passing("rating=keys") == ["[[Keys]]"])
    #expect(try await passing("rating!=done").count == values.count - 1)
    #expect(try await passing("rating>k") == ["[[Keys]]", "three"])
    #expect(try await passing("rating=") == [""])
    #expect(try await passing("rating").count == values.count)
    #expect(try await passing("status") == [])
  }
}
