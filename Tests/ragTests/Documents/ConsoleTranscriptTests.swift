import Foundation
import LanguageModels
import TestSupport
import Testing

/// The commands that README and `docs` show are run, and print what is shown, line by line.
///
/// `make` commands must name a target. Commands that need no language model are run by a shell in a home of their own,
/// whose `notes` are a copy of `corpus`. Those that need one run in this process, with a model that says the words that
/// the document shows: what stands around them, marks, lines and sources, is the program's. Numbers of tokens depend on
/// the model's tokenizer and are not compared. Any other command fails the test.
@Suite struct ConsoleTranscriptTests {
  private static let searching: Set = ["index", "search", "status", "forget"]
  private static let answering: Set = ["ask", "chat", "summarize"]

  @Test func whatIsShownIsWhatIsPrinted() async throws {
    let home = try TemporaryFolder()
    let manager = FileManager.default
    try manager.copyItem(atPath: Corpus.folder.path, toPath: home.path + "/notes")
    try manager.createDirectory(atPath: home.path + "/.local/share/rag", withIntermediateDirectories: true)
    try manager.createSymbolicLink(
      atPath: home.path + "/.local/share/rag/models", withDestinationPath: Models.folder)
    let first = try await shell("rag index ~/notes", in: home)
    #expect(first.status == 0, "\(first)")

    let transcripts = try ConsoleTranscript.all()
    #expect(transcripts.count >= 7)
    for transcript in transcripts {
      let words = try await words(of: transcript.command, in: home)
      let command = words.dropFirst().first ?? ""
      let result: BuiltProgram.Result
      switch words.first {
      case "make":
        try expectTarget(of: words, transcript)
        continue
      case "rag" where Self.searching.contains(command):
        result = try await shell(transcript.command, in: home)
      case "rag" where Self.answering.contains(command):
        result = await answer(transcript, words: Array(words.dropFirst()), in: home)
      default:
        Issue.record("\(transcript.place): how is '\(transcript.command)' to be tested?")
        continue
      }
      #expect(result.status == 0, "\(transcript.place): \(result)")
      if !transcript.shown.allSatisfy(\.isEmpty) { expect(result.output, transcript) }
    }
  }

  // MARK: running

  private func shell(_ command: String, in home: TemporaryFolder) async throws -> BuiltProgram.Result {
    let program = URL(fileURLWithPath: BuiltProgram.path).deletingLastPathComponent().path
    return try await BuiltProgram.run(
      executable: "/bin/sh", ["-c", command],
      environment: [
        "HOME": home.path, "PATH": "\(program):/usr/bin:/bin", "RAG_INDEX": "", "RAG_MODELS": "", "XDG_DATA_HOME": "",
        "XDG_CACHE_HOME": "", "COLUMNS": "", "LC_ALL": "C.UTF-8", "TZ": "UTC",
      ], in: home.path)
  }

  /// A command's words as a shell takes them.
  private func words(of command: String, in home: TemporaryFolder) async throws -> [String] {
    let result = try await shell("set -- \(command)\nprintf '%s\\0' \"$@\"", in: home)
    return result.output.split(separator: "\0").map(String.init)
  }

  private func answer(_ transcript: ConsoleTranscript, words: [String], in home: TemporaryFolder) async
    -> BuiltProgram.Result
  {
    let data = home.path + "/.local/share"
    // This process stays in its own folder.
    let arguments = words.map { $0.hasSuffix(".jsonl") ? "\(home.path)/\($0)" : $0 }
    return await ScriptedProgram(model: .answering(transcript.replies), lines: transcript.typed, dataFolder: data)
      .run(arguments.prefix(1) + ["--index", data + "/rag/index/index.sqlite"] + arguments.dropFirst())
  }

  // MARK: comparing

  private func expectTarget(of words: [String], _ transcript: ConsoleTranscript) throws {
    let makefile = try String(contentsOf: Repository.url.appendingPathComponent("Makefile"), encoding: .utf8)
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1)
      let isKnown = makefile.contains(parts.count == 2 ? "$(\(parts[0]))" : "\n\(word):")
      #expect(isKnown, "\(transcript.place): make has no \(word)")
    }
  }

  private func expect(_ printed: String, _ transcript: ConsoleTranscript) {
    let shown = comparable(transcript.shown)
    let lines = comparable(printed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    #expect(Self.matches(lines[...], shown[...]), "\(transcript.place) shows:\n\(shown)\nprinted is:\n\(lines)")
  }

  private func comparable(_ lines: [String]) -> [String] {
    let text = lines.map { line in
      if let row = line.wholeMatch(of: #/(.) +[\d,]+  (.+)/#) { return "\(row.output.1)  \(row.output.2)" }
      guard let bar = line.wholeMatch(of: #/\[([a-z·]+)\] ([\d,]+ tokens)/#) else { return line }
      let parts = bar.output.1.reduce(into: "") { if $0.last != $1 { $0.append($1) } }
      return "[\(parts)] \(bar.output.2)"
    }.joined(separator: "\n")
    return PrintedCommands.normalized(text).trimmingCharacters(in: .newlines)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func matches(_ lines: ArraySlice<String>, _ shown: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return lines.isEmpty }
    if first == "…" { return (lines.startIndex...lines.endIndex).contains { matches(lines[$0...], shown.dropFirst()) } }
    return lines.first == first && matches(lines.dropFirst(), shown.dropFirst())
  }
}
