import Retriever
import VectorStore

/// What a typed query seems to mean as operators and is none: a key that no note has, `status:done`, `tags:work`.
struct MistakenOperators {
  /// The keys of front matter in the index.
  private let keys: [String]

  /// Returns a line for each mistake. The index is read only if a filter has conditions, or a query a word like one.
  static func lines(
    for query: SearchQuery? = nil, _ filter: SearchFilter, in index: SearchIndex
  ) async throws -> [String] {
    let conditions = filter.properties + filter.excluded.properties
    let words = query?.text.split(separator: " ").compactMap(Word.init) ?? []
    guard !conditions.isEmpty || !words.isEmpty else { return [] }
    let mistaken = MistakenOperators(keys: try await index.propertyKeys())
    return conditions.compactMap { mistaken.line(ofKey: $0.key) } + words.compactMap(mistaken.line)
  }

  /// A word of a query that looks like an operator: `-status:done`.
  private struct Word {
    var text, sign, key, value: String

    init?(_ word: Substring) {
      guard let match = word.wholeMatch(of: /(-?)([\p{L}_]+):([^\s:\/].*)/) else { return nil }
      (text, sign, key, value) = (String(word), String(match.1), String(match.2), String(match.3))
    }
  }

  private func isKnown(_ key: String) -> Bool {
    let folded = NoteProperty.folded(key)
    return keys.contains { NoteProperty.folded($0) == folded }
  }

  private func line(ofKey key: String) -> String? {
    guard !isKnown(key) else { return nil }
    let meant = MistakenCommand.nearest(to: key, among: keys)
    return "no note has the key \(key) in its front matter" + (meant.map { ": did you mean \($0)?" } ?? "")
  }

  private func line(of word: Word) -> String? {
    let isTag = ["tag", "tags"].contains(word.key.lowercased())
    guard isTag || isKnown(word.key) else { return nil }
    let meant = word.sign + (isTag ? "tag:\(word.value)" : "where:\(word.key)=\(word.value)")
    return "\(word.text) was searched for as a word: did you mean \(meant)?"
  }
}
