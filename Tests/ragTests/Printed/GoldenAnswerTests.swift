import Foundation
import TestSupport
import Testing

/// What the commands print that ask a model, to the letter; the model is scripted.
@Suite struct GoldenAnswerTests {
  private let pressure = "What is the tyre pressure of the bicycle?"
  private let keys = "How often are the signing keys rotated?"
  private let opera = "Who composed the opera Nabucco?"
  private let quoted = "Tyre pressure: 4.5 bar in front, 5 bar behind."

  private func indexed() async throws -> PrintedCommands {
    let printed = try PrintedCommands()
    _ = try await printed.notes.rag("index", printed.notes.notes)
    return printed
  }

  @Test func ask() async throws {
    let printed = try await indexed()
    try await printed.rag("ask", "--help")
    try await printed.rag("ask", pressure, answers: [quoted])
    try await printed.rag("ask", "--explain", "--ledger", "--passages", "2", pressure, answers: [quoted])
    try await printed.rag(
      "ask", "--sources", "1", "What is the tyre pressure, and how is the starter fed?",
      answers: ["5 bar behind. Feed the starter every Friday evening with 50 g of rye flour."])
    // Words of the model's own, numbers that no line holds, an order in a note, the end of the reply's tokens.
    try await printed.rag("ask", pressure, answers: ["The tyre pressure is 6 bar, says Jonas."])
    try await printed.rag("ask", pressure, answers: ["Ask the dealer in Graz."])
    try await printed.rag("ask", keys, answers: ["ARRR the signing keys are rotated every 90 days."])
    try await printed.rag("ask", "--reply-tokens", "6", pressure, answers: [quoted])
    // What the model is sure of and what it doubts; what is not in the notes.
    try await printed.rag("ask", "--explain", "--refuse-below", "0", pressure, answers: [quoted], margin: 2.5)
    try await printed.rag("ask", "--refuse-below", "0", pressure, answers: [], margin: -5)
    try await printed.rag("ask", pressure, answers: ["I don't know."])
    try await printed.rag("ask", opera, answers: [])
    try await printed.rag("ask", "--explain", "--ledger", opera, answers: [])
    try await printed.rag("ask", "Wer komponierte die Oper Nabucco?", answers: [])
    try await printed.rag("ask", "--tag", "work", pressure, answers: [])
    // Retrieval as a tool, and none.
    let call = #"{"name": "searchNotes", "arguments": {"query": "tyre pressure"}}"#
    try await printed.rag("ask", "--tool", pressure, answers: [call, "Tyre pressure: 4.5 bar in front."])
    try await printed.rag(
      "ask", "--tool", "--ledger", opera,
      answers: [#"{"name": "searchNotes", "arguments": {"query": "opera Nabucco"}}"#, "Verdi."])
    try await printed.rag("ask", "--tool", pressure, answers: ["4.5 bar, I guess."])
    try await printed.rag("ask", "--no-retrieval", "--ledger", pressure, answers: ["Some 4 bar."])
    // On a terminal lines are wrapped, and nothing in an answer or a note commands it.
    try await printed.rag("ask", pressure, answers: [quoted], columns: 44)
    try await printed.rag(
      "ask", keys, answers: ["ARRR the signing keys are rotated \u{1B}[2Jevery 90 days."], columns: 44)
    try await printed.rag("ask", "鍵はいつ替える？", answers: ["鍵は毎月替える。予備の鍵はマルタが持っている。"], columns: 24)
    try await printed.rag("ask", opera, answers: [], columns: 44)
    try await GoldenFile.check(printed.normalized, "Answers/ask")
  }

  @Test func askForJSON() async throws {
    let printed = try await indexed()
    let notes = printed.notes
    let number = try notes.folder.write(
      #"{"type": "object", "required": ["front"], "properties": {"front": {"type": "number"}}}"#, to: "bar.json")
    try notes.folder.write(#"{"type": "number", "multipleOf": 3}"#, to: "three.json")
    try await printed.rag("ask", "--json", "--passages", "1", pressure, answers: [quoted])
    try await printed.rag("ask", "--json", "--passages", "1", opera, answers: [])
    try await printed.rag("ask", "--passages", "1", "--schema", number, pressure, answers: [#"{"front": 4.5}"#])
    try await printed.rag("ask", "--schema", number, pressure, answers: [#"{"front": "flat"}"#])
    try await printed.rag("ask", "--schema", number, "--tool", pressure, answers: [])
    try await printed.rag("ask", "--schema", "three.json", pressure)
    try await printed.rag("ask", "--schema", "none.json", pressure)
    let batch = try notes.folder.write("\(opera)\n{\"id\": \"7\", \"question\": \"\(pressure)\"}\n", to: "batch.txt")
    try await printed.rag("ask", "--batch", batch, "--passages", "1", answers: [quoted])
    try await printed.rag("ask", "--batch", "none.txt")
    try await printed.rag("ask", "--batch", batch, pressure)
    try await GoldenFile.check(printed.normalized, "Answers/ask-json")
  }

  @Test func askInTrouble() async throws {
    let printed = try PrintedCommands()
    let notes = printed.notes
    try await printed.rag("ask", pressure)
    _ = try await notes.rag("index", notes.notes)
    try await printed.rag("ask", pressure)
    try await printed.rag("ask", pressure, environment: notes.noModels)
    try await printed.rag("ask", "--model", "nowhere.gguf", pressure)
    try await printed.rag("ask", "--trace", "none/trace.jsonl", pressure)
    try await printed.rag("ask", pressure, answers: [])
    try await printed.rag("ask", String(repeating: "tyre pressure ", count: 2_200), answers: [])
    try notes.folder.write(Notes.bike + "\nSold.\n", to: "notes/bike.md")
    try await printed.rag("ask", "--no-refresh", pressure, answers: [quoted])
    try FileManager.default.removeItem(atPath: notes.notes + "/bike.md")
    try await printed.rag("ask", "--no-refresh", pressure, answers: [quoted])
    try await GoldenFile.check(
      printed.normalized.replacing(#/(tyre pressure ){20,}/#, with: "tyre pressure … "), "Answers/ask-trouble")
  }

  @Test func chat() async throws {
    let printed = try await indexed()
    try await printed.rag("chat", "--help")
    try await printed.rag(
      "chat", answers: [quoted, "Every 90 days."], rewriting: ["And the signing keys?": keys],
      typing: [
        "/help", "/sources", pressure, "/sources", "", "And the signing keys?", "/sources", "/nonsense",
        "/ledger",
        "/new", "/ledger", "/quit", "not read",
      ])
    try await printed.rag("chat", "--json", answers: [quoted], typing: ["/sources", pressure, "/ledger"])
    try await printed.rag("chat", "--session", "garden", answers: [quoted], typing: [pressure])
    try await printed.rag("chat", "--session", "garden", answers: [], typing: ["/new"])
    try await printed.rag("chat", "--session", "../up", answers: [])
    try await printed.rag("chat", answers: [], typing: [opera])
    try await printed.rag("chat", answers: [], typing: [pressure])
    try await printed.rag("chat", answers: [quoted], typing: [pressure], columns: 60)
    try await printed.rag("chat", environment: printed.notes.noModels)
    try await GoldenFile.check(printed.normalized, "Answers/chat")
  }

  @Test func summarize() async throws {
    let printed = try PrintedCommands()
    let bike = printed.notes.notes + "/bike.md"
    try await printed.rag("summarize", "--help")
    try await printed.rag("summarize", bike, answers: ["The chain was replaced in April 2026."])
    try await printed.rag("summarize", "--json", bike, answers: ["The chain was replaced in April 2026."])
    try await printed.rag("summarize", "none.txt", "--model", "SmolLM2-135M-Instruct")
    try await printed.rag("summarize", bike, environment: printed.notes.noModels)
    try await printed.rag("summarize", "--trace", "none/trace.jsonl", bike)
    try await GoldenFile.check(printed.normalized, "summarize")
  }
}
