import Embedding
import Foundation
import Indexer
import TestSupport
import Testing
import VectorStore

/// What was edited out, deleted or forgotten leaves no byte in any file of the index, while it is open either.
@Suite(.enabled(if: TestStore.isFile)) struct ErasureTests {
  /// Notes in a folder, and the words that each of them alone holds.
  private struct RareNotes {
    let fixture: IndexerFixture
    var words: RareWords
    var generator: SeededGenerator
    var ofNote: [Int: [String]] = [:]
    /// Files are named for a word that stands in no other name.
    var names: [Int: String] = [:]
    var gone: [String] = []

    init(seed: UInt64) async throws {
      fixture = try await IndexerFixture()
      words = RareWords(seed: seed)
      generator = SeededGenerator(seed: seed + 100)
    }

    /// Words in the front matter, in headings and in paragraphs.
    mutating func write(_ note: Int, isLong: Bool = false) throws {
      gone += ofNote[note] ?? []
      let new = words.words(isLong ? 400 : Int.random(in: 8...120, using: &generator))
      ofNote[note] = new
      var text = "---\ntags: [\(new[0])]\n---\n# \(new[1])\n\n"
      for (number, word) in new.dropFirst(2).enumerated() {
        text += number % 23 == 22 ? "\n\n## \(word)\n\n" : word + " "
        if isLong { text += String(repeating: "and so on and on ", count: 25) }
      }
      let name = names[note] ?? words.word()
      names[note] = name
      try fixture.write(text, to: name + ".md", age: .random(in: 1...100_000, using: &generator))
    }

    mutating func delete(_ note: Int) throws {
      guard let name = names.removeValue(forKey: note) else { return }
      try fixture.remove(name + ".md")
      gone += (ofNote.removeValue(forKey: note) ?? []) + [name]
    }

    mutating func rename(_ note: Int) throws {
      guard let name = names[note] else { return }
      let new = words.word()
      try fixture.move(name + ".md", to: new + ".md")
      names[note] = new
      gone.append(name)
    }

    func expectNoTraces(_ occasion: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
      let traces = try fixture.folder.traces(of: gone, except: "notes")
      #expect(
        traces.isEmpty, "\(occasion): \(traces.count) of \(gone.count) words, as \(traces.prefix(5))",
        sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func noTraceIsLeftOfWhatWasEditedDeletedRenamedOrForgotten(seed: UInt64) async throws {
    var notes = try await RareNotes(seed: seed)
    for note in 0..<40 { try notes.write(note) }
    try notes.write(99, isLong: true)
    try await notes.fixture.update()
    let all = notes.ofNote.values.flatMap { $0.dropFirst() }
    #expect(try Set(notes.fixture.folder.traces(of: all, except: "notes").map { $0.prefix(12) }).count == all.count)

    for round in 0..<4 {
      for _ in 0..<6 { try notes.write(.random(in: 0..<40, using: &notes.generator)) }
      for _ in 0..<3 { try notes.delete(.random(in: 0..<40, using: &notes.generator)) }
      for _ in 0..<2 { try notes.rename(.random(in: 0..<40, using: &notes.generator)) }
      if round == 2 { try notes.write(99, isLong: true) }
      try await notes.fixture.update()
      try notes.expectNoTraces("round \(round)")
    }
    #expect(try await notes.fixture.index.check() == [])
    let left = try #require(notes.ofNote.values.first?.last)
    #expect(try await notes.fixture.index.keywordMatches(left, limit: 5).count == 1)

    try notes.delete(99)
    try await notes.fixture.update()
    try notes.expectNoTraces("the long note is gone")
    for note in notes.names.keys.sorted() { try notes.delete(note) }
    try notes.fixture.write("nothing else\n", to: "other.md")
    _ = try await notes.fixture.index.removeFolder(notes.fixture.notesPath)
    try notes.expectNoTraces("the folder is forgotten")
    try await notes.fixture.index.close()
    try notes.expectNoTraces("the index is closed")
  }

  /// A run that was interrupted, or an `apply`, has deleted and not erased.
  @Test func theNextRunErasesWhatWasLeft() async throws {
    var notes = try await RareNotes(seed: 3)
    for note in 0..<10 { try notes.write(note) }
    try await notes.fixture.update()
    let index = notes.fixture.index
    for note in 0..<5 {
      let path = try #require(notes.names[note]) + ".md"
      try await index.apply([.remove(folder: notes.fixture.notesPath, path: path)])
      try notes.delete(note)
    }
    #expect(try !notes.fixture.folder.traces(of: notes.gone, except: "notes").isEmpty, "words of the keyword indexes")
    try await notes.fixture.update()
    try notes.expectNoTraces("after the next run")
  }

  @Test func anIndexWhoseEncoderChangesKeepsNothingOfTheFormerNotes() async throws {
    var notes = try await RareNotes(seed: 4)
    for note in 0..<10 { try notes.write(note) }
    try await notes.fixture.update()
    try await notes.fixture.index.close()
    for note in 0..<10 { try notes.write(note) }
    _ = try await SearchIndex.reencode(indexAt: notes.fixture.index.path, with: HashingEncoder(name: "other"))
    try notes.expectNoTraces("encoded again")
  }
}
