/// The order of what a search finds: by descending score, and of equal score in the order of the notes, so that it does
/// not depend on the order of indexing.
package enum MatchOrder {
  /// Returns matches by descending score, and the chunks whose places decide the rest.
  package static func byScore<Match, Score: Comparable>(
    _ matches: [Match], _ key: (Match) -> (chunk: Int64, score: Score)
  ) -> (matches: [Match], tied: Set<Int64>) {
    let sorted = matches.sorted { key($0).score > key($1).score }
    var tied: Set<Int64> = []
    for (match, next) in zip(sorted, sorted.dropFirst()) where key(match).score == key(next).score {
      tied.formUnion([key(match).chunk, key(next).chunk])
    }
    return (sorted, tied)
  }

  /// Returns matches by descending score, those of equal score by their places; those without a place last.
  package static func byPlace<Match, Score: Comparable>(
    _ matches: [Match], _ places: [Int64: ChunkPlace], _ key: (Match) -> (chunk: Int64, score: Score)
  ) -> [Match] {
    matches.sorted { left, right in
      let (left, right) = (key(left), key(right))
      guard left.score == right.score else { return left.score > right.score }
      guard let leftPlace = places[left.chunk], let rightPlace = places[right.chunk] else {
        return places[left.chunk] != nil
      }
      return leftPlace < rightPlace
    }
  }
}
