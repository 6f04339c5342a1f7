import Foundation
import LanguageModels
import Retriever

/// Draws where the tokens of a window go.
enum Ledger {
  private static let barWidth = 60
  private static let signs: [ContextBreakdown.Part: Character] = [
    .instructions: "i", .toolDefinitions: "t", .schema: "j", .summary: "s", .history: "h", .passages: "p",
    .question: "q", .reasoningReserve: "k", .replyReserve: "r", .free: "·",
  ]
  private static let words: [ContextBreakdown.Part: String] = [
    .instructions: "instructions", .toolDefinitions: "tool definitions", .schema: "schema", .summary: "summary",
    .history: "history", .passages: "passages", .question: "question", .reasoningReserve: "reserved for thinking",
    .replyReserve: "reserved for the reply", .free: "free",
  ]

  /// Returns a bar, and a line for each nonempty part.
  static func lines(of breakdown: ContextBreakdown) -> [String] {
    let parts = ContextBreakdown.Part.allCases.filter { breakdown[$0] > 0 }
    var bar = ""
    var drawn = 0
    var counted = 0
    for part in parts {
      counted += breakdown[part]
      let end = counted * barWidth / max(1, breakdown.contextSize)
      bar += String(repeating: signs[part] ?? "?", count: max(0, end - drawn))
      drawn = max(drawn, end)
    }
    let rows = parts.map { part in
      let count = Numbers.count(breakdown[part])
      let padding = String(repeating: " ", count: max(0, 7 - count.count))
      return "\(signs[part] ?? "?") \(padding)\(count)  \(words[part] ?? part.rawValue)"
    }
    return ["[\(bar)] \(Numbers.count(breakdown.contextSize)) tokens"] + rows
  }

  /// Describes why a passage was left out.
  static func words(for reason: LeftOutPassage.Reason) -> String {
    switch reason {
    case .score: "scored too far below the best"
    case .count: "passage limit reached; raise it with --passages"
    case .tokens: "did not fit: allow more with --passage-tokens or --context-size"
    }
  }
}
