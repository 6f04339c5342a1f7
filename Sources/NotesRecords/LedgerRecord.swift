import Foundation
package import LanguageModels
package import Retriever

/// The ledger in JSON.
package struct LedgerRecord: Encodable {
  package struct LeftOut: Encodable {
    package var source: String
    package var reason: LeftOutPassage.Reason
  }
  package var contextSize: Int
  /// Tokens by part; empty parts are omitted.
  package var tokens: [String: Int]
  package var leftOut: [LeftOut]

  package init(_ breakdown: ContextBreakdown, leftOut: [LeftOutPassage] = []) {
    contextSize = breakdown.contextSize
    tokens = Dictionary(
      uniqueKeysWithValues: ContextBreakdown.Part.allCases.filter { breakdown[$0] > 0 }
        .map { ($0.rawValue, breakdown[$0]) })
    self.leftOut = leftOut.map { LeftOut(source: $0.passage.source.description, reason: $0.reason) }
  }
}
