import Foundation
import TestSupport
import Testing

@Suite struct IndexCommandTests {
  private struct Report: Decodable {
    struct Folder: Decodable {
      struct Failure: Decodable { var path, reason: String }
      var files, chunks, changed, moved, removed, unchanged, encodedChunks: Int
      var failures: [Failure]
    }
    var folders: [Folder]
  }

  private func report(_ result: BuiltProgram.Result) throws -> Report.Folder {
    try #require(try reports(result).first)
  }

  private func reports(_ result: BuiltProgram.Result) throws -> [Report.Folder] {
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
        of: /2 files, \d+ chunks, 2 new or changed, 0 moved, 0 removed, 0 failed, \d+\.\d\d s\n/) != nil,
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

  @Test func thePartOfAMaildirNamesTheWhole() async throws {
    let notes = try Notes([:])
    try notes.folder.write(Data("Subject: Plums\n\nRipe.\n".utf8), to: "notes/cur/1700000000.M20P3.host:2,S")
    let result = try await notes.rag("index", notes.notes + "/cur")
    #expect(result.status == 2 && result.errors.contains("index the whole Maildir: \(notes.notes)\n"))
    #expect(try await notes.rag("index", notes.notes).status == 0)
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

  @Test func anotherEncoderTakesTheIndexOverAndIsUsedFromThenOn() async throws {
    let notes = try Notes()
    #expect(try await notes.rag("index", notes.notes).status == 0)
    let result = try await notes.rag("index", "--precision", "int8", "--json")
    #expect(try report(result).encodedChunks > 0)
    #expect(result.errors.contains("again with all-MiniLM-L6-v2 (int8); until that is done, searches use all-MiniLM"))
    #expect(try await notes.rag("status").output.contains("encoder all-MiniLM-L6-v2 (int8), 384 dimensions\n"))
    let found = try await notes.rag("search", "tyre pressure")
    #expect(found.status == 0 && found.output.contains("bike.md") && found.errors.isEmpty)
    #expect(try report(try await notes.rag("index", "--json")).changed == 0)
  }

  @Test func anUnfinishedChangeOfTheEncoderIsShownFinishedOrGivenUp() async throws {
    let notes = try Notes()
    let next = notes.index + ".next"
    #expect(try await notes.rag("index", notes.notes).status == 0)
    for arguments in [["index"], ["index", "--encoder", "all-MiniLM-L6-v2", "--precision", "float32"]] {
      #expect(try await notes.rag("index", "--index", next, "--precision", "int8", notes.notes).status == 0)
      let status = try await notes.rag("status")
      #expect(status.output.contains("being changed to the encoder all-MiniLM-L6-v2 (int8): run 'rag index'"))
      #expect(try await notes.rag("search", "tyre pressure").output.contains("bike.md"))
      let result = try await notes.rag(arguments)
      #expect(result.status == 0)
      #expect(result.errors.contains("still encoding again") == (arguments.count == 1))
      #expect(!FileManager.default.fileExists(atPath: next))
      let isChanged = try await notes.rag("status").output.contains("(int8)")
      #expect(isChanged == (arguments.count == 1))
      #expect(try await notes.rag("index", "--precision", "float32").status == 0)
    }
  }

  @Test func anIndexKeepsItsEncoderWhenTheDefaultChanges() async throws {
    let notes = try Notes()
    let other = try ModelShape.all(inFile: "shapes.json")[0].write(to: notes.folder, at: "other")
    let models = notes.home + "/models"
    try FileManager.default.createDirectory(atPath: models, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: models + "/all-MiniLM-L6-v2", withDestinationPath: try Models.encoder())
    func rag(_ arguments: String...) async throws -> BuiltProgram.Result {
      try await notes.rag(arguments, environment: ["RAG_MODELS": models])
    }
    #expect(try await rag("index", notes.notes).status == 0)
    #expect(try await rag("models", "add", other).output.contains("other is an encoder"))
    #expect(try await rag("models", "use", "other").errors.contains("rag index --encoder other"))
    #expect(try await rag("search", "tyre pressure").errors.isEmpty)
    #expect(try report(try await rag("index", "--json")).changed == 0)
    #expect(try report(try await rag("index", "--json", "--encoder", "other")).changed == 2)
    #expect(try await rag("status").output.contains("encoder other, "))
    #expect(try await rag("models", "use", "--default").status == 0)
    #expect(try await rag("search", "tyre pressure").errors.isEmpty)
    #expect(try await rag("models", "remove", "other").status == 0)
    #expect(FileManager.default.fileExists(atPath: other))
    #expect(try await rag("search", "tyre pressure").errors.contains("rag index --encoder NAME"))
    // That it is not found is no wish for another.
    let result = try await rag("index")
    #expect(result.status == 2 && result.errors.contains("rag index --encoder NAME"))
    #expect(try await rag("status").output.contains("encoder other, "))
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
    #expect(result.output.hasPrefix("1 file, 1 chunk, 1 new or changed, "))
    let status = try await notes.rag("status")
    #expect(status.output.contains("\n1 document, 1 chunk\n"))
    #expect(status.output.contains("  \(notes.notes)  1 document, 1 chunk, "))
  }

  /// So many notes that a run over them can be met at work.
  private static let many = Dictionary(
    uniqueKeysWithValues: (0..<200).map { number in
      ("\(number).md", "# Note \(number)\n\n" + (0..<150).map { "n\(number)w\($0)" }.joined(separator: " "))
    })

  @Test func aSecondInterruptionStopsAtOnceAndSaysSoToo() async throws {
    let notes = try Notes(Self.many)
    let program = try RunningProgram(["index", notes.notes], environment: notes.environment, in: notes.folder.path)
    let index = notes.index
    try await program.halt { FileManager.default.fileExists(atPath: index) }
    // Of one number, two signals are one while the program does not run.
    program.signal(SIGINT)
    program.signal(SIGTERM)
    program.signal(SIGCONT)
    #expect(try await program.end() == 130)
    #expect(program.errors == "interrupted: finished work is kept; run the same command to resume\n")
  }

  /// Patterns and names of which all pairs would take minutes.
  @Test(.timeLimit(.minutes(15)), arguments: [SIGINT, SIGTERM, SIGHUP])
  func oneSignalStopsTheWalk(number: Int32) async throws {
    let notes = try Notes(
      Dictionary(uniqueKeysWithValues: (0..<300).map { (String(repeating: "a", count: 200) + "\($0).md", "# A\n") }))
    try notes.folder.write(String(repeating: "*a*a*a*a*a*b*\n", count: 70_000), to: "notes/.gitignore")
    let program = try RunningProgram(["index", notes.notes], environment: notes.environment, in: notes.folder.path)
    let lock = notes.index + ".lock"
    try await program.halt { !((try? Data(contentsOf: URL(fileURLWithPath: lock))) ?? Data()).isEmpty }
    program.signal(number)
    program.signal(SIGCONT)
    #expect(try await program.end() == 130)
    #expect(program.errors == "interrupted: finished work is kept; run the same command to resume\n")
  }

  @Test func aFolderWithoutNotesIsNotAdded() async throws {
    let notes = try Notes([:])
    let result = try await notes.rag("index", notes.notes)
    #expect(result.status == 2)
    #expect(
      result.errors.hasPrefix(
        "rag: \(notes.notes) contains no files, so it was not added to the index. Indexed file types: ."))
    #expect([".md", ".org", ".pdf", ".txt"].allSatisfy(result.errors.contains))
    #expect(try await notes.rag("index").errors.contains("rag index ./notes"))
  }

  @Test func aFolderWhoseRulesCannotBeReadIsNamedInOneLine() async throws {
    let notes = try Notes()
    try FileManager.default.createDirectory(
      atPath: notes.notes + "/kitchen/.gitignore", withIntermediateDirectories: true)
    let result = try await notes.rag("index", notes.notes)
    #expect(result.status == 0 && result.output.hasPrefix("2 files, 1 chunk, 1 new or changed, "))
    #expect(
      result.errors == "rag: \(notes.notes)/kitchen: its .gitignore, which may hide notes, is unreadable: "
        + "it is not a regular file. The folder was skipped; the index kept its notes\n")
    try FileManager.default.createDirectory(atPath: notes.notes + "/.ragignore", withIntermediateDirectories: true)
    let whole = try await notes.rag("index", notes.notes)
    #expect(whole.status == 2 && whole.errors.split(separator: "\n").count == 1)
    #expect(whole.errors.contains(".ragignore, which may hide notes") && whole.errors.contains("kept its 1 note"))
  }

  @Test(arguments: [true, false]) func aFolderThatSuddenlyIsEmptyOrGoneLosesNothing(isGone: Bool) async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    try FileManager.default.removeItem(atPath: notes.notes)
    if !isGone { try FileManager.default.createDirectory(atPath: notes.notes, withIntermediateDirectories: true) }
    for arguments in [["index"], ["index", notes.notes]] {
      let result = try await notes.rag(arguments)
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(result.errors.hasPrefix("rag: \(notes.notes) ") && result.errors.contains("kept its 2 notes"))
      #expect(result.errors.hasSuffix("run: rag forget \(notes.notes)\n"))
    }
    #expect(try await notes.rag("search", "--ranking", "keyword", "starter").status == 0)
    try notes.folder.write("# Another\n", to: "other/a.md")
    let other = try await notes.rag("index", notes.folder.path + "/other")
    #expect(other.status == 0)
    #expect(try await notes.rag("index").status == 0, "one of two could be indexed")
  }

  @Test func theLastNoteOfAFolderThatHoldsOtherFilesLeavesTheIndex() async throws {
    let notes = try Notes(["bike.md": Notes.bike])
    try notes.folder.write("{}", to: "notes/canvas.json")
    _ = try await notes.rag("index", notes.notes)
    try FileManager.default.removeItem(atPath: notes.notes + "/bike.md")
    let result = try await notes.rag("index")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("0 files, 0 chunks, 0 new or changed, 0 moved, 1 removed, 0 failed"))
    #expect(try await notes.rag("search", "--ranking", "keyword", "tyre").status == 1)
  }

  @Test func aRenamedFolderIsRecognisedByItsNotes() async throws {
    let notes = try Notes()
    try notes.folder.write("# Another\n", to: "other/a.md")
    _ = try await notes.rag("index", notes.notes, notes.folder.path + "/other")
    let renamed = notes.folder.path + "/renamed"
    try FileManager.default.moveItem(atPath: notes.notes, toPath: renamed)
    try FileManager.default.removeItem(atPath: notes.folder.path + "/other")
    let result = try await notes.rag("index", renamed)
    #expect(result.status == 0)
    #expect(
      result.errors == "rag: \(notes.notes) is gone, and 2 of its 2 notes are in \(renamed). "
        + "If it was renamed, run: rag forget \(notes.notes)\n")
    #expect(try await notes.rag("index", renamed).errors.isEmpty)
  }

  @Test func theCountsOfFilesAddUp() async throws {
    let notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    try FileManager.default.moveItem(atPath: notes.notes + "/bike.md", toPath: notes.notes + "/cycle.md")
    try notes.folder.write("# New\n", to: "notes/new.md")
    try notes.folder.write(Data([0x68, 0x00]), to: "notes/broken.md")
    try FileManager.default.createSymbolicLink(
      atPath: notes.notes + "/dangling.md", withDestinationPath: notes.notes + "/nowhere.md")
    let report = try report(try await notes.rag("index", "--json", notes.notes))
    #expect(report.changed == 1 && report.moved == 1 && report.unchanged == 1 && report.failures.count == 2)
    #expect(report.files == 5 && report.removed == 0)
  }

  @Test func aNoteInAnotherEncodingIsNamedWithTheCommandThatConvertsIt() async throws {
    let notes = try Notes()
    try notes.folder.write(Data([0x4D, 0xFC, 0x6C, 0x6C, 0x0A]), to: "notes/latin.md")
    let result = try await notes.rag("index", notes.notes)
    #expect(result.status == 0 && result.output.contains(" 1 failed"))
    #expect(result.errors.contains("latin.md: not UTF-8 text (or UTF-16 with a byte-order mark): 0xFC at byte 1"))
    #expect(result.errors.contains("iconv -f windows-1252 -t utf-8 OLD > NEW"))
  }

  @Test func whoIsWritingToTheIndexIsSaidAtOnce() async throws {
    let notes = try Notes(Self.many)
    let program = try RunningProgram(["index", notes.notes], environment: notes.environment, in: notes.folder.path)
    let lock = notes.index + ".lock"
    func writer() -> String { ((try? String(contentsOfFile: lock, encoding: .utf8)) ?? "").filter(\.isNumber) }
    try await program.halt { !((try? Data(contentsOf: URL(fileURLWithPath: lock))) ?? Data()).isEmpty }
    let process = writer()
    #expect(!process.isEmpty)
    #expect(try await notes.rag("status").output.contains("\nbeing written by process \(process)\n"))
    #expect(try await notes.rag("status", "--json").output.contains("\"writer\":\(process)"))
    let second = try await notes.rag("index", notes.notes)
    #expect(second.status == 2)
    #expect(second.errors.hasPrefix("rag: process \(process) is writing to the index; waiting a few seconds"))
    program.signal(SIGCONT)
    #expect(try await program.end() == 0)
    // What a killed process leaves behind names nobody.
    try notes.folder.write("\(process)\n", to: "index/index.sqlite.lock")
    #expect(!(try await notes.rag("status").output.contains("being written")))
    try notes.folder.write("\(getpid())\n", to: "index/index.sqlite.lock")
    #expect(!(try await notes.rag("status").output.contains("being written")))
    #expect(try await notes.rag("index").errors.isEmpty)
  }

  @Test func statusTellsWhatChangedSince() async throws {
    let notes = try Notes()
    try notes.folder.write("# Pipe\n", to: "notes/pipe.md")
    try notes.folder.write("# Draft\n", to: "notes/draft.md")
    _ = try await notes.rag("index", notes.notes)
    #expect(!(try await notes.rag("status").output.contains("changed")))
    try notes.folder.write(Notes.bike + "\nSold.\n", to: "notes/bike.md")
    try FileManager.default.removeItem(atPath: notes.notes + "/pipe.md")
    #expect(mkfifo(notes.notes + "/pipe.md", 0o600) == 0)
    try FileManager.default.removeItem(atPath: notes.notes + "/kitchen/bread.md")
    try notes.folder.write("# New\n", to: "notes/new.md")
    try notes.folder.write("draft.md\n", to: "notes/.ragignore")
    #expect(
      try await notes.rag("status").output.contains(
        "  (1 changed, 1 new, 1 deleted, 1 ignored, 1 could not be read)\n"))
    let json = try await notes.rag("status", "--json").output
    #expect(json.contains("\"changed\":1,\"failed\":[],\"failures\":[{\"path\":\"pipe.md\",\"reason\":\"it is not a"))
    #expect(json.contains(#""ignored":1,"isOutOfReach":false,"missing":1,"others":{},"unindexed":1,"unreadable":1"#))
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
