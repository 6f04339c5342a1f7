import Foundation
import LanguageModels
import TestSupport
import Testing

/// `rag ask` for all of something: every line that fits, without the model.
@Suite struct AskListTests {
  private let notes: Notes

  init() async throws {
    notes = try Notes([
      "bread.md": Notes.bread, "bike.md": Notes.bike, "trips/2025-07-01.md": "# Harz\n\nBy bicycle, new tyre.\n",
      "trips/2026-05-09.md": "# Bornholm\n\nTwo bicycles, \u{1B}[31mone flat tyre.\n",
    ])
    _ = try await notes.rag("index", notes.notes)
  }

  /// Runs `rag ask` with a model that has a reply for each of `answers`, and no others.
  private func ask(_ arguments: String..., answers: [String] = []) async throws -> BuiltProgram.Result {
    let program = ScriptedProgram(model: .answering(answers), dataFolder: notes.home + "/data")
    return await program.run(["ask", "--index", notes.index] + arguments)
  }

  @Test func eachLineIsCitedAndTheNotesAreCounted() async throws {
    let result = try await ask("Which notes mention a flat tyre?")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix("Bornholm: ") == true && lines.first?.hasSuffix(" [1]") == true)
    #expect(lines.dropFirst().first == "[1] trips/2026-05-09.md:3")
    #expect(lines.last == "1 note, of 3 examined.")
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test func theLastTimeIsOneLine() async throws {
    let result = try await ask("When was the last trip by bicycle?")
    #expect(result.output.hasPrefix("2026-05-09: Bornholm: Two bicycles"), "\(result)")
    let first = try await ask("When was the first trip by bicycle?")
    #expect(first.output.hasPrefix("2025-07-01: Harz: By bicycle"), "\(first)")
  }

  @Test func noModelIsNeeded() async throws {
    let arguments = ["ask", "--index", notes.index, "Which notes mention a flat tyre?"]
    let result = try await notes.rag(arguments, environment: notes.noModels)
    #expect(result.status == 0 && result.output.contains("trips/2026-05-09.md:3"), "\(result)")
  }

  @Test func theUserDecides() async throws {
    let answer = "Tyre pressure: 4.5 bar in front, 5 bar behind."
    let asked = try await ask("--no-all", "Which notes mention the tyre pressure of the bicycle?", answers: [answer])
    #expect(asked.output.contains("4.5 bar in front, 5 bar behind. [1]"), "\(asked)")
    let listed = try await ask("--all", "tyre in front")
    #expect(listed.output.contains("bike.md:4") && listed.output.contains("examined."), "\(listed)")
    let mistake = try await ask("--all", "--tool", "tyre")
    #expect(mistake.status == 64 && mistake.errors.contains("leave out --schema, --tool and --no-retrieval"))
  }

  @Test func germanQuestionsGetGermanWords() async throws {
    let listed = try await ask("Welche Notizen erwähnen steam?")
    #expect(listed.output.contains("1 Notiz, von 1 geprüften."), "\(listed)")
  }
}
