import Foundation
import TestSupport
import Testing
import VectorStore

/// A first index that was interrupted is begun again by the same command.
@Suite struct InterruptedIndexTests {
  /// What a process may leave that ends while it makes an index.
  enum State: CaseIterable {
    case empty, cutOff

    func make(at path: String) throws {
      guard FileManager.default.createFile(atPath: path, contents: nil) else { throw CocoaError(.fileWriteUnknown) }
      switch self {
      case .empty: return
      case .cutOff:
        // Half of the first page, and the journal that says that the file was empty.
        try Data("SQLite format 3\0".utf8).write(to: URL(fileURLWithPath: path))
        let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        let numbers: [UInt32] = [0, 0x1234_5678, 0, 512, 8192]
        let header = Data(magic) + numbers.reduce(Data()) { $0 + withUnsafeBytes(of: $1.bigEndian) { Data($0) } }
        try (header + Data(count: 512 - header.count)).write(to: URL(fileURLWithPath: path + "-journal"))
      }
    }
  }

  @Test(arguments: State.allCases) func whatIsLeftIsNoIndexYetAndBecomesOne(state: State) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/index.sqlite"
    try state.make(at: path)
    #expect(try SearchIndex.folders(ofIndexAt: path) == [])
    #expect(try SearchIndex.space(ofIndexAt: path) == nil)
    #expect(throws: SearchIndexError.missing(path)) { try SearchIndex(at: path, access: .readOnly) }
    let index = try SearchIndex(at: path)
    #expect(try await index.check() == [])
    try await index.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["index.sqlite"])
  }

  @Test(arguments: State.allCases) func theSameCommandIndexes(state: State) async throws {
    let notes = try Notes()
    try state.make(at: notes.index)
    let result = try await notes.rag("index", notes.notes)
    #expect(result.status == 0 && result.output.hasPrefix("2 files, "), "\(result)")
    #expect(try await notes.rag("search", "tyre pressure").output.contains("bike.md"))
  }

  /// Each of them indexes all notes, or says that another does.
  @Test func ofManyFirstIndexersNoneFailsForTheOthers() async throws {
    for _ in 0..<4 {
      let notes = try Notes()
      try await withThrowingTaskGroup(of: BuiltProgram.Result.self) { group in
        for _ in 0..<3 { group.addTask { try await notes.rag("index", notes.notes) } }
        for try await result in group {
          #expect(result.status == 0 || result.errors.contains("is being written by"), "\(result)")
        }
      }
      let index = try SearchIndex(at: notes.index, access: .readOnly)
      #expect(try await index.status().documents == 2)
      #expect(try await index.check() == [])
    }
  }
}
