import Foundation
import LanguageModels
import Retriever
import TestSupport
import Testing
import VectorStore
import rag

/// What is shown of an answer is never taken back, however the model's tokens are split.
@Suite struct AnswerStreamTests {
  private let notes: ScriptedNotes
  private let question = "How often are the signing keys rotated?"

  init() async throws { notes = try await ScriptedNotes() }

  private func json(_ text: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // Behind the quotation mark with which the reply begins.
    return String(String(decoding: try encoder.encode(text), as: UTF8.self).dropFirst()) + "}"
  }

  /// Reads an answer as a library's user, a pipe and a terminal do, and returns it as `--json` has it.
  private func read(_ answer: Answer, columns: Int) async throws -> String {
    var pipe = AnswerText(columns: nil)
    var terminal = AnswerText(columns: columns)
    var (piped, wrapped, last) = ("", "", "")
    for try await snapshot in answer {
      #expect(Array(snapshot.content.utf8).starts(with: last.utf8))
      #expect(snapshot.content.hasPrefix(last))
      #expect(snapshot.content.last?.isWhitespace != true)
      piped += pipe.advance(to: snapshot.content)
      wrapped += terminal.advance(to: snapshot.content)
      last = snapshot.content
    }
    wrapped += terminal.finish()
    #expect(pipe.finish().isEmpty)
    #expect(Array(piped.utf8) == Array(last.utf8))
    #expect(wrapped.filter { !$0.isWhitespace } == last.filter { !$0.isWhitespace })
    #expect(wrapped == LineWrapper.wrapped(last, columns: columns))
    return last
  }

  @Test(arguments: 0..<UInt64(12)) func everyReaderGetsTheSameTextInEverySplit(seed: UInt64) async throws {
    var replies = RandomReply(seed: seed)
    for _ in 0..<2 {
      let reply = replies.next()
      let text = try json(reply)
      let whole = try await read(
        notes.index.answer(to: question, using: PieceLanguageModel([text])), columns: 30)
      for _ in 0..<2 {
        let model = PieceLanguageModel(replies.pieces(of: text))
        #expect(try await read(notes.index.answer(to: question, using: model), columns: 30) == whole)
      }
      let pieces = PieceLanguageModel(replies.pieces(of: text))
      let said = try await read(
        NotesConversation(about: notes.index, using: pieces).answer(to: question), columns: 30)
      #expect(unmarked(said) == trimmed(reply))
    }
  }

  /// Without marks and without regard to how lines end.
  private func unmarked(_ text: String) -> String {
    text.replacing(/\n[ \t]*(\[\d+\])+(?=[ \t]*\n|$)| (\[\d+\])+/, with: "")
  }

  private func trimmed(_ text: String) -> String {
    var text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  @Test func everyItemOfAListIsShownWithItsMark() async throws {
    let reply = #"rotated every 90 days\nnext rotation on 3 May 2026\n90 days from rotation to rotation"}"#
    let model = ScriptedLanguageModel(replies: [reply])
    let text = try await read(notes.index.answer(to: question, using: model), columns: 80)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3 && lines.allSatisfy { $0.hasSuffix("]") })
  }

  @Test(arguments: [
    ("I don't know. The keys are rotated every 90 days.", true),
    ("The notes do not mention it.\n- keys\n- bread", true),
    ("I don't know." + String(repeating: " The keys are rotated every 90 days.", count: 8), false),
    ("The keys are rotated every 90 days. The notes do not mention by whom.", false),
  ])
  func aRefusalIsShownAsItStandsAndNothingIsTakenBack(reply: String, isRefusal: Bool) async throws {
    let answer = try await notes.index.answer(
      to: question, using: PieceLanguageModel(try json(reply).unicodeScalars.map { String($0) }))
    let text = try await read(answer, columns: 40)
    let result = try await answer.collect()
    #expect(result.content == text)
    // The passages fit the question well: the lines that come closest are shown, and nothing is cited.
    #expect(!isRefusal || result.outcome == .unsure && !result.sources.isEmpty)
    #expect(result.sentences.allSatisfy(\.citations.isEmpty) == isRefusal)
    #expect((text == reply) == isRefusal)
  }
}
