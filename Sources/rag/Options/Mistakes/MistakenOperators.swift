import Retriever
import VectorStore

/// What a typed query seems to mean as operators and is none: a key that no note has, `status:done`, `tags:work`.
struct MistakenOperators {
  /// The keys of front matter in the index.
  private let keys: [String]

  init(in index: SearchIndex) async throws { keys = try await index.propertyKeys() }

  /// Returns a line for each condition on a key that no note has.
  func unknownKeys(of filter: SearchFilter) -> [String] {
    let known = Set(keys.map(NoteProperty.folded))
    return (filter.properties + filter.excluded.properties).map(\.key).filter {
      !known.contains(NoteProperty.folded($0))
    }
    .map { key in
      let meant = MistakenCommand.nearest(to: key, among: keys)
      return "no note has the key \(key) in its front matter" + (meant.map { ": did you mean \($0)?" } ?? "")
    }
  }

  /// Returns a line for each word of a query that looks like an operator.
  func words(of query: SearchQuery) -> [String] {
    let known = Set(keys.map(NoteProperty.folded))
    return query.text.split(separator: " ").compactMap { word in
      guard let match = word.wholeMatch(of: /(-?)([\p{L}_]+):([^\s:\/].*)/) else { return nil }
      let (sign, key, value) = (String(match.1), String(match.2), String(match.3))
      let meant =
        ["tags", "Tag", "Tags"].contains(key)
        ? "\(sign)tag:\(value)"
        : known.contains(NoteProperty.folded(key)) ? "\(sign)where:\(key)=\(value)" : nil
      return meant.map { "\(word) was searched for as a word: did you mean \($0)?" }
    }
  }
}
