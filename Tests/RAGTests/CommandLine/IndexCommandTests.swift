import Foundation
import Testing

@Suite struct IndexCommandTests {
  private struct Report: Decodable {
    struct Folder: Decodable {
      struct Failure: Decodable { var path, reason: String }
      var files, chunks, changed, removed, encodedChunks: Int
      var failures: [Failure]
    }
    var folders: [Folder]
  }

  private func report(_ result: Program.Result) throws -> Report.Folder {
    try #require(try reports(result).first)
  }

  private func reports(_ result: Program.Result) throws -> [Report.Folder] {
    try JSONDecoder().decode(Report.self, from: Data(result.output.utf8)).folders
  }

  @Test func aSecondRunEncodesNothingAndATouchedNoteAlone() async throws {
    let notes = try Notes()
    let first = try report(try await notes.rag("index", "--json", notes.notes))
    #expect(first.files == 2 && first.changed == 2 && first.encodedChunks == first.chunks && first.chunks > 0)
    let second = try report(try await notes.rag("index", "--json", notes.notes))
    #expect(second.changed == 0 && second.encodedChunks == 0 && second.files == 2)
    try notes.folder.write(Notes.bike + "\nThe saddle squeaks.\n", to: "notes/bike.md")
    let third = try report(try await notes.rag("index", "--json"))
    #expect(third.changed == 1 && third.encodedChunks == 1)
  }

  @Test func oneLineSumsUpTheRun() async throws {
    let notes = try Notes()
    let result = try await notes.rag("index", notes.notes)
    #expect(result.status == 0)
    #expect(
      result.output.wholeMatch(
        of: /2 files, \d+ chunks, 2 changed, 0 moved, 0 removed, 0 failed, \d+\.\d\d s\n/) != nil,
      "\(result.output)")
    #expect(result.errors.isEmpty)
  }

  @Test func oneBadFileIsNamedAndTheRestIsIndexed() async throws {
    let notes = try Notes()
    try notes.folder.write(Data([0x68, 0x00, 0xFF, 0x00]), to: "notes/broken.md")
    let result = try await notes.rag("index", "--json", notes.notes)
    #expect(result.status == 0)
    let report = try report(result)
    #expect(report.failures.map(\.path) == ["broken.md"])
    #expect(report.changed == 2)
    #expect(result.errors.contains("broken.md"))
  }

  @Test func nothingToIndexExitsWith2() async throws {
    let notes = try Notes([:])
    try notes.folder.write(Data([0xFF, 0x00]), to: "notes/broken.md")
    #expect(try await notes.rag("index", notes.notes).status == 2)
  }

  @Test func aMissingFolderIsNamed() async throws {
    let notes = try Notes()
    let result = try await notes.rag("index", notes.folder.path + "/nowhere")
    #expect(result.status == 2)
    #expect(result.errors.contains("/nowhere"))
    #expect(result.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: notes.index), "no index is made")
    let one = try await notes.rag("index", notes.notes, notes.folder.path + "/nowhere")
    #expect(one.status == 2 && !FileManager.default.fileExists(atPath: notes.index))
  }

  @Test func aMissingFolderLosesNothingOfAnIndexThatIsToBeRebuilt() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let result = try await notes.rag(
      "index", "--rebuild", "--precision", "int8", notes.folder.path + "/nowhere")
    #expect(result.status == 2 && result.errors.contains("/nowhere"))
    let again = try report(try await notes.rag("index", "--json", notes.notes))
    #expect(again.files == 2 && again.changed == 0)
  }

  @Test func anEmptyNameIsNotTheFolderOneIsIn() async throws {
    let notes = try Notes()
    for arguments in [["index", ""], ["forget", ""], ["status", "--index", ""]] {
      let result = try await notes.rag(arguments)
      #expect(result.status == 64 && result.output.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: notes.index))
    }
  }

  @Test(arguments: [false, true]) func foldersInsideOthersThatAreNamedAreIndexedOnce(innerFirst: Bool) async throws {
    let notes = try Notes()
    let folders = [notes.notes, notes.notes + "/kitchen", notes.notes + "/"]
    let result = try await notes.rag(["index", "--json"] + (innerFirst ? folders.reversed() : folders))
    #expect(try reports(result).map(\.files) == [2])
    #expect(result.errors.isEmpty)
    let again = try await notes.rag(["index", "--json"] + (innerFirst ? folders.reversed() : folders))
    #expect(try reports(again).map(\.files) == [2])
  }

  @Test func countsOfOneAreSingular() async throws {
    let notes = try Notes(["bike.md": Notes.bike])
    let result = try await notes.rag("index", notes.notes)
    #expect(result.output.hasPrefix("1 file, 1 chunk, 1 changed, "))
    let status = try await notes.rag("status")
    #expect(status.output.contains("\n1 document, 1 chunk\n"))
    #expect(status.output.contains("  \(notes.notes)  1 document, 1 chunk, "))
  }

  @Test func aSecondInterruptionStopsAtOnceAndSaysSoToo() async throws {
    let notes = try Notes(
      Dictionary(
        uniqueKeysWithValues: (0..<200).map { number in
          ("\(number).md", "# Note \(number)\n\n" + (0..<150).map { "n\(number)w\($0)" }.joined(separator: " "))
        }))
    let program = try RunningProgram(["index", notes.notes], environment: notes.environment, in: notes.folder.path)
    let index = notes.index
    try await program.halt { FileManager.default.fileExists(atPath: index) }
    // Of one number, two signals are one while the program does not run.
    program.signal(SIGINT)
    program.signal(SIGTERM)
    program.signal(SIGCONT)
    #expect(try await program.end() == 130)
    #expect(program.errors == "interrupted\n")
  }

  @Test func aFolderThatSuddenlyIsEmptyLosesNothing() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    try FileManager.default.removeItem(atPath: notes.notes)
    try FileManager.default.createDirectory(atPath: notes.notes, withIntermediateDirectories: true)
    let result = try await notes.rag("index")
    #expect(result.errors.contains(notes.notes))
    #expect(try await notes.rag("search", "--ranking", "keyword", "starter").status == 0)
  }

  @Test func withoutAFolderAnEmptyIndexSaysWhatToDo() async throws {
    let notes = try Notes()
    let result = try await notes.rag("index")
    #expect(result.status == 2)
    #expect(result.errors.contains("rag index ./notes"))
  }

  @Test func withoutAnEncoderTheCommandThatFetchesItIsNamed() async throws {
    let notes = try Notes()
    let result = try await notes.rag("index", notes.notes, environment: notes.noModels)
    #expect(result.status == 2)
    #expect(result.errors.contains("rag models pull all-MiniLM-L6-v2"))
  }

  @Test func forgettingRemovesAFolderAndKeepsTheNotes() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let unknown = try await notes.rag("forget", notes.folder.path)
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains(notes.notes))
    #expect(try await notes.rag("forget", notes.notes).status == 0)
    #expect(try await notes.rag("search", "--ranking", "keyword", "starter").status == 1)
    #expect(FileManager.default.fileExists(atPath: notes.notes + "/bike.md"))
  }

  @Test func statusCountsWhatTheIndexHolds() async throws {
    struct Status: Decodable {
      struct Inner: Decodable {
        struct Folder: Decodable {
          var path: String
          var documents: Int
        }
        var documents, chunks: Int
        var folders: [Folder]
      }
      var status: Inner
    }
    let notes = try Notes()
    let indexed = try report(try await notes.rag("index", "--json", notes.notes))
    let result = try await notes.rag("status", "--json")
    let status = try JSONDecoder().decode(Status.self, from: Data(result.output.utf8)).status
    #expect(status.documents == 2 && status.chunks == indexed.chunks)
    #expect(status.folders.map(\.path) == [notes.notes])
  }
}
