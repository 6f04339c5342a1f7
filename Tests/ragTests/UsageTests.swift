import Foundation
import TestSupport
import Testing

@Suite struct UsageTests {
  static let commands = [
    "index", "ask", "chat", "summarize", "search", "status", "copy", "forget", "models", "eval", "encode", "doctor",
  ]

  @Test(arguments: commands) func everyCommandHasHelpWithAnExampleAndIsInTheReadme(command: String) async throws {
    let help = try await BuiltProgram.run([command, "--help"])
    #expect(help.status == 0)
    #expect(help.output.contains("\n  rag \(command)"), "an example in the help of \(command)")
    let readme = try String(contentsOf: Repository.url.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.contains("rag \(command)"))
  }

  @Test func theVersionIsPrintedAlone() async throws {
    let result = try await BuiltProgram.run(["--version"])
    #expect(result.status == 0)
    #expect(result.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }

  @Test(arguments: [
    ["bogus"], ["ask"], ["search"], ["ask", "  "], ["search", ""], ["search", " "], ["search", "--limit", "0", "x"],
    ["ask", "--threads", "0", "x"],
    ["index", "--unknown"], ["ask", "--context-size", "12", "x"],
    ["ask", "--tool", "--no-retrieval", "x"], ["chat", "--session"], ["summarize", "--words", "9", "x"],
  ])
  func wrongUsageExitsWith64(arguments: [String]) async throws {
    let result = try await BuiltProgram.run(arguments)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("Error: "))
  }

  @Test(arguments: [
    (["search", "-v"], "rag search -- -v"), (["ask", "-what is this?"], "rag ask -- '-what is this?'"),
    (["search", "--limit", "3", "-x", "two words"], "rag search --limit 3 'two words' -- -x"),
    (["search", "-v", "--", "-w"], "rag search -- -v -w"),
  ])
  func wordsThatBeginWithADashAreToldToStandBehindTwo(arguments: [String], remedy: String) async throws {
    let result = try await BuiltProgram.run(arguments)
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.hasSuffix("put -- before it, as in \(remedy)\n"))
  }

  @Test(arguments: [
    (["serch", "signing keys"], "did you mean 'rag search'?"), (["Satus"], "did you mean 'rag status'?"),
    (["aks", "x"], "did you mean 'rag ask'?"), (["idnex"], "did you mean 'rag index'?"),
    (["sum"], "did you mean 'rag summarize'?"), (["models", "pul", "x"], "did you mean 'rag models pull'?"),
    (["e"], "did you mean 'rag eval' or 'rag encode'?"), (["bogus"], "'rag --help' lists the commands"),
    ([""], "'rag --help' lists the commands"), (["models", "delete"], "'rag models --help' lists the commands"),
    (["Where is the key?"], "to ask a question, run: rag ask 'Where is the key?'"),
    (["help", "indx"], "did you mean 'rag index'?"),
  ])
  func aMistypedCommandIsToldTheOneThatWasMeant(arguments: [String], remedy: String) async throws {
    let result = try await BuiltProgram.run(arguments)
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("Error: '") && result.errors.hasSuffix(": \(remedy)\n"), "\(result.errors)")
  }

  @Test func helpNamesTheCompletions() async throws {
    for arguments in [["help"], ["--help"], []] {
      #expect(try await BuiltProgram.run(arguments).output.contains("--generate-completion-script"))
    }
  }

  @Test(arguments: [
    ["search", "--limit", "-1", "x"], ["search", "-l", "-1", "x"], ["ask", "--passages", "-1", "x"],
    ["ask", "--passage-tokens", "-1", "x"], ["chat", "--reply-tokens", "-1"], ["ask", "--context-size", "-1", "x"],
    ["ask", "--threads", "-1", "x"], ["summarize", "--words", "-1", "x"],
  ])
  func numbersBelowZeroAreToldWhatIsExpected(arguments: [String]) async throws {
    let result = try await BuiltProgram.run(arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains("\(arguments[1] == "-l" ? "--limit" : arguments[1])"), "\(result.errors)")
    #expect(result.errors.contains("must be at least"), "\(result.errors)")
  }

  @Test func anIndexInMemoryIsRefused() async throws {
    let folder = try TemporaryFolder()
    for command in [["index", "."], ["status"], ["search", "x"], ["ask", "x"], ["forget", "."], ["doctor"]] {
      for (option, variable) in [(["--index", ":memory:"], ""), ([], ":memory:")] {
        let result = try await BuiltProgram.run(command + option, environment: ["RAG_INDEX": variable], in: folder.path)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("Error: :memory: is not a file"), "\(result.errors)")
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func unknownOptionsAreNotTakenForWords() async throws {
    let result = try await BuiltProgram.run(["search", "--limt", "3", "x"])
    #expect(result.status == 64 && result.errors.hasPrefix("Error: Unknown option '--limt'"))
    #expect(try await BuiltProgram.run(["ask", "-h"]).output.contains("USAGE: rag ask"))
    // A value may begin with a dash: what is wrong here is the question.
    #expect(
      try await BuiltProgram.run(["ask", "--refuse-below", "-9", ""]).errors.hasPrefix("Error: The question is empty"))
  }

  /// A relative name must not be looked for under the root.
  @Test func inADeletedFolderNothingIsIndexed() async throws {
    let notes = try Notes()
    for name in [".", "notes"] {
      let command = "mkdir gone && cd gone && rmdir ../gone && exec '\(BuiltProgram.path)' index \(name)"
      let result = try await BuiltProgram.run(
        executable: "/bin/sh", ["-c", command], environment: notes.environment, in: notes.folder.path)
      #expect(result.status == 2 && result.errors.contains("the working directory was deleted"), "\(result.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: notes.index))
  }

  @Test func aPipeIsNoIndex() async throws {
    let notes = try Notes()
    #expect(mkfifo(notes.index, 0o600) == 0)
    for arguments in [["search", "x"], ["index", notes.notes], ["status"]] {
      let result = try await notes.rag(arguments)
      #expect(result.status == 2 && result.errors.contains("is not an index created by rag"), "\(result.errors)")
    }
  }

  @Test func aPathThatLooksLikeAURIIsAPath() async throws {
    let notes = try Notes()
    let environment = ["RAG_INDEX": "file:foo?mode=memory"]
    #expect(try await notes.rag("index", notes.notes, environment: environment).status == 0)
    #expect(try await notes.rag("search", "tyre pressure", environment: environment).status == 0)
    #expect(FileManager.default.fileExists(atPath: notes.folder.path + "/file:foo?mode=memory"))
  }

  @Test func anEmptyQueryIsToldWhatWasExpected() async throws {
    let result = try await BuiltProgram.run(["search", ""])
    #expect(result.errors.hasPrefix("Error: The query is empty: say what to look for"))
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completionsAreGenerated(shell: String) async throws {
    let result = try await BuiltProgram.run(["--generate-completion-script", shell])
    #expect(result.status == 0)
    for command in Self.commands { #expect(result.output.contains(command)) }
  }
}
