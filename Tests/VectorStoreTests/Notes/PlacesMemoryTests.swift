import Foundation
import Testing
import VectorStore

/// The places of documents, which are decoded once.
@Suite struct PlacesMemoryTests {
  private func stored(_ labels: [String]) throws -> Data {
    let marks = labels.enumerated().map { Places.Mark(line: $0.offset + 1, label: $0.element) }
    return try JSONEncoder().encode(Places(unit: .page, marks: marks))
  }

  @Test func whatIsStoredIsWhatIsReturned() throws {
    var memory = PlacesMemory()
    for _ in 0..<2 {
      #expect(try memory.places(stored(["1", "2"]), ofFile: "a")?.marks.map(\.label) == ["1", "2"])
      #expect(try memory.places(stored(["x"]), ofFile: "b")?.marks.map(\.label) == ["x"])
      #expect(try memory.places(nil, ofFile: "a") == nil)
    }
  }

  /// A newer reader may find other places in the same file.
  @Test func otherPlacesOfTheSameFileAreReadAnew() throws {
    var memory = PlacesMemory()
    _ = try memory.places(stored(["1"]), ofFile: "a")
    #expect(try memory.places(stored(["i", "1"]), ofFile: "a")?.marks.map(\.label) == ["i", "1"])
    #expect(throws: DecodingError.self) { try memory.places(Data("{".utf8), ofFile: "a") }
  }

  @Test func moreThanItKeepsIsStillReturned() throws {
    var memory = PlacesMemory()
    let large = try stored((0..<100_000).map(String.init))
    for file in ["a", "b", "c", "a"] {
      #expect(try memory.places(large, ofFile: file)?.marks.last?.label == "99999")
    }
  }
}
