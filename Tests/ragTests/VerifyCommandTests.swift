import ForeignFormats
import Foundation
import LanguageModels
import TestSupport
import Testing

/// `rag verify` on answers that `rag ask --json` printed.
@Suite struct VerifyCommandTests {
  private let notes: Notes
  private let file: String

  init() async throws {
    notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
    let program = ScriptedProgram(
      model: .answering(["Tyre pressure: 4.5 bar in front, 5 bar behind."]), dataFolder: notes.home + "/data")
    let question = "What is the tyre pressure of the bicycle?"
    let result = await program.run(["ask", "--index", notes.index, "--json", question])
    #expect(result.status == 0, "\(result)")
    file = try notes.folder.write(result.output, to: "answers.jsonl")
  }

  @Test func citationsStandMoveChangeAndGo() async throws {
    let bike = try String(contentsOfFile: notes.notes + "/bike.md", encoding: .utf8)
    func verify() async throws -> (String, Int32) {
      let result = try await notes.rag("verify", file)
      return (String(result.output.split(separator: "\n").last ?? ""), result.status)
    }
    var (line, status) = try await verify()
    #expect(line.hasPrefix("[1] stands   bike.md:") && status == 0)
    try notes.folder.write("New first line.\n" + bike, to: "notes/bike.md")
    (line, status) = try await verify()
    #expect(line.hasPrefix("[1] moved    bike.md:") && line.contains("  now bike.md:") && status == 0)
    try notes.folder.write(bike.replacing("4.5 bar", with: "4.6 bar"), to: "notes/bike.md")
    (line, status) = try await verify()
    #expect(line.hasPrefix("[1] changed  bike.md:") && status == 1)
    try FileManager.default.removeItem(atPath: notes.notes + "/bike.md")
    (line, status) = try await verify()
    #expect(line.hasPrefix("[1] gone     bike.md:") && status == 1)
  }

  @Test func aFileChangedSinceItWasIndexedHasNoDigest() async throws {
    let bike = try String(contentsOfFile: notes.notes + "/bike.md", encoding: .utf8)
    try notes.folder.write(bike.replacing("4.5 bar", with: "4.6 bar"), to: "notes/bike.md")
    let program = ScriptedProgram(
      model: .answering(["Tyre pressure: 4.5 bar in front, 5 bar behind."]), dataFolder: notes.home + "/data")
    let result = await program.run([
      "ask", "--no-refresh", "--index", notes.index, "--json", "What is the tyre pressure?",
    ])
    #expect(!result.output.contains(#""digest""#))
    let verified = try await notes.rag(["verify", "-"], input: result.output)
    #expect(verified.status == 1 && verified.output.contains("[1] changed  bike.md:"))
  }

  /// The page that is a picture is read again, after the text before it.
  @Test(.enabled(if: ScannedPages.recognizer != nil, "tesseract is not installed: 'sudo apt install tesseract-ocr'"))
  func citationsOfScannedPagesStandAndMove() async throws {
    let notes = try Notes(["boat.md": "The boat is blue."])
    let scan = Repository.url.path + "/Tests/ConvertersTests/Documents/pages/scan.pdf"
    try FileManager.default.copyItem(atPath: scan, toPath: notes.notes + "/scan.pdf")
    #expect(try await notes.rag("index", "--ocr", notes.notes).status == 0)
    let program = ScriptedProgram(
      model: .answering(["The mooring fee is 214 crowns."]), dataFolder: notes.home + "/data")
    let result = await program.run(["ask", "--index", notes.index, "--json", "How much is the mooring fee?"])
    #expect(result.status == 0 && result.output.contains(#""ocr":true"#), "\(result)")
    func verify() async throws -> (output: String, status: Int32) {
      let result = try await notes.rag(["verify", "-"], input: result.output)
      return (result.output, result.status)
    }
    var verified = try await verify()
    #expect(verified.output.contains("[1] stands   scan.pdf") && verified.status == 0, "\(verified)")
    try FileManager.default.moveItem(atPath: notes.notes + "/scan.pdf", toPath: notes.notes + "/harbour.pdf")
    verified = try await verify()
    #expect(verified.output.contains("  now harbour.pdf:") && verified.status == 0, "\(verified)")
    let other = Repository.url.path + "/Tests/ConvertersTests/Documents/pages/report.pdf"
    try FileManager.default.copyItem(atPath: other, toPath: notes.notes + "/scan.pdf")
    verified = try await verify()
    #expect(verified.output.contains("[1] changed  scan.pdf") && verified.status == 1, "\(verified)")
  }

  @Test func whatIsNoAnswerIsSaid() async throws {
    let other = try notes.folder.write("\n{\"question\": \"Who?\"}\n", to: "other.jsonl")
    let result = try await notes.rag("verify", other)
    #expect(result.status == 2)
    #expect(result.errors == "rag: \(other):2: expected an answer as 'rag ask --json' prints it\n")
    let none = try await notes.rag("verify", "none.jsonl")
    #expect(none.status == 2 && none.errors == "rag: none.jsonl cannot be read: name a file of answers\n")
    let empty = try await notes.rag(["verify", "-"], input: "\n")
    #expect(empty.errors == "rag: standard input has no answers: save one with 'rag ask --json'\n")
  }
}
