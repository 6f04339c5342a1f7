import Postgres
import VectorStore

extension PostgresStore {
  /// Returns the chunks with a phrase: its words one after another, in the text or in the heading; `nil` if it has no
  /// words.
  ///
  /// A single character of an unspaced script at its end may begin a word, as in `KeywordQuery.pattern(ofPhrase:in:)`.
  ///
  /// The keyword index finds the chunks that have all of the words, and of several words the order is looked up in
  /// their texts.
  ///
  /// - Parameter asStems: Whether the words may have other endings.
  func chunks(with phrase: String, asStems: Bool, in connection: ReadingConnection) async throws -> Set<Int64>? {
    let tokens = try tokenizer.words(of: [KeywordText.indexed(phrase)])[0]
    guard let last = tokens.last else { return nil }
    let isPrefix = KeywordText.isSingleUnspaced(last.word)
    let requests = tokens.enumerated().map { index, token in
      isPrefix && index == tokens.count - 1
        ? WordRequest(stem: token.word, isPrefix: true) : WordRequest(stem: WordKey.of(token.stem))
    }
    let memory = words(in: connection)
    let segments = try await memory.segments(in: connection)
    let whole = Dictionary(requests.map { ($0, WantedHolders.all) }, uniquingKeysWith: { first, _ in first })
    let held = try await memory.words(for: whole, in: segments, connection)
    var chunks: Set<Int64>?
    for (token, request) in zip(tokens, requests) {
      var words = held[request] ?? []
      if !asStems, !request.isPrefix {
        let key = WordKey.of(token.word)
        words.removeAll { $0.word != key }
      }
      let holders = segments.holders(of: words)
      chunks = chunks?.intersection(holders) ?? holders
    }
    guard let chunks, tokens.count > 1, !chunks.isEmpty else { return chunks }
    let wanted = tokens.map { asStems ? $0.stem : $0.word }
    return try await self.chunks(chunks, whereWords: wanted, asStems: asStems, isPrefix: isPrefix, in: connection)
  }

  /// Returns those of some chunks in which words follow each other.
  private func chunks(
    _ candidates: Set<Int64>, whereWords wanted: [String], asStems: Bool, isPrefix: Bool,
    in connection: ReadingConnection
  ) async throws -> Set<Int64> {
    var found: Set<Int64> = []
    for chunk in try await ChunkText.chunks(where: "chunks.id = ANY(\(.ids(candidates.sorted())))", in: connection) {
      for words in try tokenizer.words(of: [chunk.heading, chunk.body]) {
        let words = words.map { asStems ? $0.stem : $0.word }
        let starts = words.indices.dropLast(wanted.count - 1)
        let isHeld = starts.contains { start in
          wanted.indices.allSatisfy { index in
            let word = words[start + index]
            return word == wanted[index] || isPrefix && index == wanted.count - 1 && word.hasPrefix(wanted[index])
          }
        }
        if isHeld { found.insert(chunk.id) }
      }
    }
    return found
  }
}
