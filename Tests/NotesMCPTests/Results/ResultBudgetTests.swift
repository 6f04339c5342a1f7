import Foundation
import JSONSchema
import LanguageModels
import LlamaEngine
import TestSupport
import Testing

import NotesMCP

@Suite struct ResultBudgetTests {
  @Test(arguments: [0, 1, 7, 40, 400])
  func aBeginningFits(tokens: Int) throws {
    for (_, note) in try Corpus.notes() {
      let part = ResultBudget.beginning(of: note[...], within: tokens)
      #expect(note.hasPrefix(part))
      #expect(part.isEmpty || ResultBudget.cost(of: NoteText.shown(part)) <= tokens)
    }
  }

  @Test func whatIsHiddenIsShownAndCounts() {
    let text = String(repeating: "a\u{200B}\u{202E}\u{1B}", count: 500)
    let part = ResultBudget.beginning(of: text[...], within: 300)
    let shown = NoteText.shown(part)
    #expect(!part.isEmpty && ResultBudget.cost(of: shown) <= 300)
    #expect(shown.string?.contains("\\u{200B}\\u{202E}\\u{1B}") == true)
  }

  @Test(arguments: [
    "a <!-- b --> c", "a <!-- b", "a %%b%% c", "<p hidden>b</p>", "<p class=x\nHIDDEN >b</p>",
    "<div style=\"display : none\">b</div>", "<template>b</template>", "[//]: # (b)", "<script>b</script>",
    "<br/><span style='visibility:hidden'>b</span>",
  ])
  func hiddenPartsArePointedOut(text: String) {
    #expect(NoteText.hidden(in: text) != nil)
  }

  @Test func whatBeginsAfterAHiddenPartIsNotHidden() {
    for closed in ["<!-- a -->", "%%a%%", "<p hidden>a</p>", "[//]: # (a)\n"] {
      let bytes = Array("\(closed)seen".utf8)
      #expect(NoteText.hidden(in: bytes[...], from: bytes.count - 4) == nil, "\(closed)")
      #expect(NoteText.hidden(in: bytes[...], from: 2) != nil, "\(closed)")
    }
  }

  @Test(arguments: [
    "a -- b", "100 % of 5 %", "<p>b</p>", "a < b hidden > c", "<img alt='not hidden here'>", "[a]: # (b)",
    "<b hidden-x>",
  ])
  func whatIsSeenIsNotCalledHidden(text: String) {
    #expect(NoteText.hidden(in: text) == nil)
  }

  /// Random letters, as in keys and passwords, have more tokens than words do.
  @Test(arguments: [3, 5, 8, 13, 40, 400])
  func randomLettersAreNotUnderestimated(length: Int) async throws {
    let model = try await SmolLM2.loadShallow(contextSize: 512)
    var generator = SeededGenerator(seed: UInt64(length))
    let lower = "abcdefghijklmnopqrstuvwxyz"
    for alphabet in [lower, lower.uppercased(), "0123456789abcdef", lower + lower.uppercased() + "0123456789+/"] {
      let letters = Array(alphabet)
      let words = (0..<(1 + 2000 / length)).map { _ in
        String((0..<length).compactMap { _ in letters.randomElement(using: &generator) })
      }
      let text = words.joined(separator: " ")
      #expect(TokenEstimate.most(in: text) >= model.tokenCount(of: text), "\(alphabet)")
    }
  }

  /// Pages are made of beginnings: each must take something, however long a line or a character is.
  @Test(arguments: [
    ("word ", 50_000), ("x", 200_000), ("\u{301}", 2_000), ("👩‍👩‍👧‍👦", 3_000), ("\r\n", 9_000), ("日本語の文", 9_000),
  ])
  func pagesEndSomewhere(piece: String, count: Int) {
    let text = "e" + String(repeating: piece, count: count)
    var rest = text[...]
    var pages: [String] = []
    while !rest.isEmpty, pages.count < 10_000 {
      let page = ResultBudget.beginning(of: rest, within: 380)
      guard !page.isEmpty else { break }
      pages.append(String(page))
      rest = rest[page.endIndex...]
    }
    #expect(rest.isEmpty)
    #expect(pages.joined().utf8.elementsEqual(text.utf8))
  }

  /// The tools' names, descriptions and arguments are in the window of every agent that has the server.
  @Test func theToolsCostLittle() async throws {
    let model = try await SmolLM2.loadShallow(contextSize: 512)
    let server = MCPServer(.init(index: { throw CocoaError(.fileNoSuchFile) }, model: { SmolScript() }), version: "1")
    let shown = await server.tools.map { tool in
      let name: JSONValue = ["name": .string(tool.name), "description": .string(tool.description)]
      return name.merging(["parameters": tool.inputSchema]).text
    }
    let tokens = model.tokenCount(of: shown.joined(separator: "\n"))
    #expect(tokens < 900, "\(tokens)")
    let described = await server.tools.map(\.description).joined(separator: "\n") + MCPServer.instructions
    #expect(model.tokenCount(of: described) < 300, "\(model.tokenCount(of: described))")
  }
}

private func SmolScript() -> ScriptedLanguageModel { ScriptedLanguageModel { _ in "" } }
