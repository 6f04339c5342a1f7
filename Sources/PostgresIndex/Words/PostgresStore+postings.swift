import Postgres
import VectorStore

extension PostgresStore {
  /// Returns the postings of a query's words and of their stems, without those that too many chunks have
  /// (`KeywordQuery`). Of these, the chunks are not read.
  func postings(
    of queried: [(word: String, stem: String)], in segments: SegmentSet, _ connection: ReadingConnection
  ) async throws -> (exact: [KeywordPostings], stemmed: [KeywordPostings]) {
    let requests = Dictionary(
      queried.map { ($0.word, WordRequest(ofQueried: $0.word, stem: $0.stem)) }, uniquingKeysWith: { first, _ in first }
    )
    var wanted = Dictionary(requests.values.map { ($0, WantedHolders.none) }, uniquingKeysWith: { first, _ in first })
    let memory = words(in: connection)
    while true {
      let held = try await memory.words(for: wanted, in: segments, connection)
      var isComplete = true
      func postings(of word: String, areStems: Bool, most: Int) -> KeywordPostings? {
        guard let request = requests[word] else { return nil }
        let all = held[request] ?? []
        let key = areStems || request.isPrefix ? nil : WordKey.of(word)
        // Most stems have one word.
        let isOnlyWord = key.map { key in all.allSatisfy { $0.word == key } } ?? true
        let name = ScoredWords.Word(request: request, word: isOnlyWord ? nil : key)
        if let known = memory.scored.postings(of: name, in: segments) { return known.count <= most ? known : nil }
        let some = isOnlyWord ? all : all.filter { $0.word == key }
        guard memory.scored.count(of: name, in: segments, { segments.count(of: some) }) <= most else { return nil }
        guard some.allSatisfy({ $0.holders != nil }) else {
          wanted[request]?.add(name.word)
          isComplete = false
          return Self.unread
        }
        let postings = segments.postings(of: some)
        memory.scored.keep(postings, of: name, in: segments)
        return postings
      }
      var query = KeywordQuery(queried)
      let exact = query.postings(of: query.exact, amongChunks: segments.chunkCount) { word, _, most in
        postings(of: word, areStems: false, most: most)
      }
      let stemmed = query.postings(of: query.stemmed, amongChunks: segments.chunkCount) { word, _, most in
        postings(of: word, areStems: true, most: most)
      }
      if isComplete { return (exact, stemmed) }
    }
  }

  /// Stands for postings whose chunks are yet to be read, of a word that has some.
  private static let unread = KeywordPostings([0], [1], ofAll: 2, words: 2) { _ in 1 }
}
