import Foundation
import LanguageModels
import Retriever

/// The ledger in JSON.
struct LedgerRecord: Encodable {
  struct LeftOut: Encodable {
    var source: String
    var reason: LeftOutPassage.Reason
  }
  var contextSize: Int
  /// Tokens by part; empty parts are omitted.
  var tokens: [String: Int]
  var leftOut: [LeftOut]

  init(_ breakdown: ContextBreakdown, leftOut: [LeftOutPassage] = []) {
    contextSize = breakdown.contextSize
    tokens = Dictionary(
      uniqueKeysWithValues: ContextBreakdown.Part.allCases.filter { breakdown[$0] > 0 }
        .map { ($0.rawValue, breakdown[$0]) })
    self.leftOut = leftOut.map { LeftOut(source: $0.passage.source.description, reason: $0.reason) }
  }
}
