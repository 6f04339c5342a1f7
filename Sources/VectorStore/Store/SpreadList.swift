/// The best matches of a search, of which each document has only so many.
///
/// A long document that has the query's words would otherwise fill the list, and nothing else would be found. The
/// search runs in rounds: a document that has more than its share in a round keeps its best, and is left out of the
/// next. All in a round is better than what only later ones find, so the list is that of a search which counts as it
/// goes. If other documents have too few matches, what was left out fills the list.
package struct SpreadList<Match> {
  private let limit: Int
  /// The most matches of a document.
  private let share: Int
  private var held: [Match] = []
  private var surplus: [Match] = []
  /// The documents whose matches are held, which the next round leaves out.
  package private(set) var full: Set<Int64> = []
  /// The matches, in no order, once no further round is needed.
  package private(set) var matches: [Match] = []

  package init(limit: Int, share: Int) { (self.limit, self.share) = (limit, share) }

  /// The most matches that the next round should find.
  package var wanted: Int { limit - held.count }

  /// Whether a document has more than its share of some matches.
  package func isUneven(_ documents: some Collection<Int64>) -> Bool { !crowded(documents).isEmpty }

  /// Takes what a round found and the document of each match, best first if any document has more than its share.
  /// Returns whether another round is needed.
  package mutating func take(_ round: [Match], of documents: [Int64]) -> Bool {
    let crowded = crowded(documents)
    let isLast = round.count < wanted
    var (counts, rest): ([Int64: Int], [Match]) = ([:], [])
    for (match, document) in zip(round, documents) {
      guard crowded.contains(document) else {
        rest.append(match)
        continue
      }
      counts[document, default: 0] += 1
      if counts[document, default: 0] <= share { held.append(match) } else { surplus.append(match) }
    }
    full.formUnion(crowded)
    guard crowded.isEmpty || isLast else { return true }
    matches = held + rest
    matches += surplus.prefix(limit - matches.count)
    return false
  }

  private func crowded(_ documents: some Collection<Int64>) -> Set<Int64> {
    Set(documents.reduce(into: [:]) { $0[$1, default: 0] += 1 }.lazy.filter { $0.value > share }.map(\.key))
  }
}
