import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct SummarizeCommandTests {
  private let notes: Notes
  init() throws { notes = try Notes() }

  private func summarize(_ arguments: String..., input: String = "") async throws -> BuiltProgram.Result {
    try await notes.rag(["summarize"] + (try Notes.shallowModel) + arguments, input: input)
  }

  private let minutes = (1...60).map { "Item \($0): the committee decided to paint door \($0) in colour \($0 % 7).\n" }
    .joined()

  @Test func aLongFileIsReadInPiecesThatFit() async throws {
    let path = try notes.folder.write(minutes, to: "minutes.txt")
    let result = try await summarize("--words", "20", "--context-size", "512", "--trace", "t.jsonl", path)
    #expect(result.status == 0)
    #expect(result.output.split(whereSeparator: \.isWhitespace).count > 3)
    let lines = try TraceLine.lines(ofFile: notes.folder.path + "/t.jsonl")
    #expect(lines.count >= 3 && lines.allSatisfy { $0.purpose == "summary" })
    for line in lines {
      #expect((line.value.inputTokens ?? .max) + 64 <= 512 && (line.value.outputTokens ?? .max) <= 64)
    }
  }

  @Test func aFileOfAnotherFormatIsConverted() async throws {
    let letter = Repository.url.appending(path: "Tests/ConvertersTests/Documents/office/letter.docx").path
    let data = try notes.folder.write("{\"count\": 3, \"of\": \"roses\"}\n", to: "data.jsonl")
    for file in [letter, data] {
      let result = try await summarize("--words", "20", file)
      #expect(result.status == 0 && !result.output.isEmpty, "\(result.errors)")
    }
  }

  @Test func standardInputIsRead() async throws {
    for arguments in [["-"], []] {
      let result = try await notes.rag(
        ["summarize", "--words", "20", "--json"] + (try Notes.shallowModel) + arguments, input: minutes)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains("\"files\":[\"-\"]"))
    }
  }

  @Test func severalFilesAreOneSummaryAndJSONNamesThem() async throws {
    struct Record: Decodable {
      var files: [String]
      var summary, model: String
    }
    let (one, two) = (
      try notes.folder.write("Cats purr.", to: "1.txt"), try notes.folder.write("Dogs bark.", to: "2.md")
    )
    let result = try await summarize("--json", "--words", "10", one, two)
    let record = try JSONDecoder().decode(Record.self, from: Data(result.output.utf8))
    #expect(record.files == [one, two] && !record.summary.isEmpty && record.model.contains("smollm2"))
    #expect(result.output.split(separator: "\n").count == 1)
  }

  @Test func whatCannotBeSummarizedIsNamed() async throws {
    let empty = try notes.folder.write("  \n", to: "empty.txt")
    let binary = try notes.folder.write(Data((0...255).map { UInt8($0) }), to: "binary.txt")
    let letter = try notes.folder.write(Data([0xD0, 0xCF, 0x11, 0xE0, 0]), to: "letter.doc")
    let file = try notes.folder.write("Cats purr.", to: "1.txt")
    for (arguments, status, says) in [
      ([notes.folder.path + "/none.txt"], 2, "none.txt"), ([empty], 2, "empty.txt"), ([binary], 2, "binary.txt"),
      ([letter], 2, "letter.doc: its format cannot be read: save it as text, DOCX, ODT or PDF"),
      ([file, notes.folder.path], 2, notes.folder.path), (["--words", "5", file], 64, "--words"),
      (["--trace", "/dev/null/nowhere", file], 2, "--trace"),
    ] as [([String], Int32, String)] {
      let result = try await notes.rag(["summarize"] + (try Notes.shallowModel) + arguments)
      #expect(result.status == status, "\(arguments)")
      #expect(result.errors.contains(says) && result.output.isEmpty, "\(arguments): \(result.errors)")
    }
    let missing = try await notes.rag(["summarize", file], environment: notes.noModels)
    #expect(missing.status == 2 && missing.errors.contains("rag models pull"))
  }

  @Test func ctrlCStopsIt() async throws {
    let path = try notes.folder.write(String(repeating: minutes, count: 20), to: "minutes.txt")
    let program = try RunningProgram(
      ["summarize", "--context-size", "512", "--trace", "t.jsonl"] + (try Notes.shallowModel) + [path],
      environment: notes.environment, in: notes.folder.path)
    try await program.halt { try !TraceLine.lines(ofFile: notes.folder.path + "/t.jsonl").isEmpty }
    program.interrupt()
    #expect(try await program.end() == 130)
    #expect(program.output.isEmpty)
  }
}
