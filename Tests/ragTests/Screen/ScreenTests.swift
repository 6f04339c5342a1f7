import Foundation
import LanguageModels
import TestSupport
import Testing

/// The same answer in a pipe and on terminals of different widths; the model is scripted.
@Suite struct ScreenTests {
  private let notes: Notes
  private let question = "What is the tyre pressure of the bicycle?"
  private let reply = #"Tyre pressure: 4.5 bar in front, 5 bar behind. The next chain is due after 4,000 km more."}"#

  init() async throws {
    notes = try Notes()
    _ = try await notes.rag("index", notes.notes)
  }

  private func ask(_ reply: String, columns: Int?, _ options: String...) async -> String {
    let program = ScriptedProgram(
      model: ScriptedLanguageModel(replies: [reply]), columns: columns, dataFolder: notes.folder.path)
    return await program.run(["ask", "--index", notes.index] + options + [question]).output
  }

  /// The text without bold, dim, colours and links.
  private func plain(_ shown: String) -> String {
    shown.replacing(#/\u{1B}\[\d+m|\u{1B}\]8;;[^\u{1B}]*\u{1B}\\/#, with: "")
  }

  @Test func aPipeGetsNoStylesAndATerminalClosesEveryOne() async throws {
    let piped = await ask(reply, columns: nil)
    #expect(piped.contains("[1] bike.md:") && !piped.contains("\u{1B}"))
    let shown = await ask(reply, columns: 100)
    let styles = shown.matches(of: #/\u{1B}\[(\d+)m/#).map { String($0.output.1) }
    #expect(styles.contains("1") && styles.contains("2"))
    for (begin, end) in zip(styles.indices, styles.indices.dropFirst()) where begin.isMultiple(of: 2) {
      #expect(styles[begin] != "0" && styles[end] == "0")
    }
    #expect(styles.count.isMultiple(of: 2))
    #expect(shown.contains("\u{1B}]8;;file://\(notes.notes)/bike.md\u{1B}\\"))
    #expect(shown.ranges(of: "\u{1B}]8;;\u{1B}\\").count * 2 == shown.ranges(of: "\u{1B}]8;;").count)
    #expect(plain(shown).filter { !$0.isWhitespace } == piped.filter { !$0.isWhitespace })
  }

  @Test(arguments: [24, 40, 80]) func noLineIsWiderThanTheTerminal(columns: Int) async throws {
    let lines = plain(await ask(reply, columns: columns)).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
    #expect(columns == 80 || lines.count > 6, "the lines were wrapped")
  }

  @Test(arguments: [
    (#"4.5 bar\u001B[2J in front\u202E, 5 bar behind."#, #"4.5 bar\u{1B}[2J in front\u{202E}, 5 bar behind."#),
    (#"4.5 bar\u0007\u009B31m, 5 bar behind."#, #"4.5 bar\u{7}\u{9B}31m, 5 bar behind."#),
  ])
  func whatAModelSaysCommandsNoTerminal(reply: String, shown: String) async throws {
    for columns in [nil, 200] {
      let printed = plain(await ask(reply + #""}"#, columns: columns))
      #expect(printed.hasPrefix(shown), "\(printed.debugDescription)")
    }
    let json = await ask(reply + #""}"#, columns: nil, "--json")
    #expect(json.unicodeScalars.allSatisfy { $0 == "\n" || !["\u{1B}", "\u{202E}", "\u{7}", "\u{9B}"].contains($0) })
  }
}
