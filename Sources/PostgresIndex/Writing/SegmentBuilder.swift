import Postgres
import VectorStore

/// A segment of the keyword index before it is stored: the words of one folder's documents.
struct SegmentBuilder {
  private var chunks: [(chunk: Int64, document: Int64, length: Int, words: [IndexedWord: Int])] = []

  /// Adds the words of chunks.
  mutating func add(_ texts: [ChunkText], _ tokenizer: KeywordTokenizer) throws {
    for text in texts {
      let (heading, body): ([(word: String, stem: String)], [(word: String, stem: String)])
      let words = try tokenizer.words(of: [text.heading, text.body])
      (heading, body) = (words[0], words[1])
      var counts: [IndexedWord: Int] = [:]
      for (words, weight) in [(heading, 2), (body, 1)] {
        for (word, stem) in words {
          counts[IndexedWord(stem: WordKey.of(stem), word: WordKey.of(word)), default: 0] += weight
        }
      }
      chunks.append((text.id, text.document, heading.count + body.count, counts))
    }
  }

  /// Drops a document that was added in this transaction.
  mutating func remove(_ document: Int64) { chunks.removeAll { $0.document == document } }

  /// Stores the segment, if it has chunks, and says so in their documents.
  mutating func store(in folder: Int64, _ connection: PostgresConnection) async throws {
    guard !chunks.isEmpty else { return }
    chunks.sort { $0.chunk < $1.chunk }
    var holders: [IndexedWord: [(place: Int, frequency: Int)]] = [:]
    for (place, chunk) in chunks.enumerated() {
      for (word, frequency) in chunk.words { holders[word, default: []].append((place, frequency)) }
    }
    try await SegmentBuilder.store(
      chunks: chunks.map(\.chunk), documents: chunks.map(\.document), lengths: chunks.map(\.length),
      holders: holders,
      in: folder, connection)
    chunks = []
  }

  /// The number of words that one statement stores.
  private static let wordsAtOnce = 10_000

  /// Stores a segment of a folder's chunks, in ascending order, with the places of their words, ascending too.
  static func store(
    chunks: [Int64], documents: [Int64], lengths: [Int],
    holders: [IndexedWord: [(place: Int, frequency: Int)]], in folder: Int64, _ connection: PostgresConnection
  ) async throws {
    let insert: SQLText = """
      INSERT INTO rag.segments (folder, chunks, documents, lengths)
      VALUES (\(.id(folder)), \(.ids(chunks)), \(.ids(documents)), \(.ints(lengths))) RETURNING id
      """
    guard let row = try await connection.query(insert.statement).first else { return }
    let id = try DocumentRows.id(row, 0)
    // In the order of the index that they go into.
    let sorted = holders.sorted { ($0.key.stem, $0.key.word) < ($1.key.stem, $1.key.word) }
    let ofStems = chunkCounts(ofStemsIn: holders)
    // COPY knows no row-level security.
    for start in stride(from: 0, to: sorted.count, by: wordsAtOnce) {
      let words = sorted[start..<min(start + wordsAtOnce, sorted.count)]
      let postings: SQLText = """
        INSERT INTO rag.postings (stem, word, segment, folder, chunks, stem_chunks, holders)
        SELECT stem, word, \(.id(id)), \(.id(folder)), chunks, stem_chunks, holders
        FROM unnest(\(.texts(words.map(\.key.stem))), \(.texts(words.map(\.key.word))),
          \(.ints(words.map(\.value.count))), \(.ints(words.map { ofStems[$0.key.stem] ?? $0.value.count })),
          \(.bytesList(words.map { Holders.encoded($0.value) })))
          AS posting (stem, word, chunks, stem_chunks, holders)
        """
      try await connection.query(postings.statement)
    }
    let note: SQLText = """
      UPDATE rag.documents SET segment = \(.id(id)) WHERE id = ANY(\(.ids(Set(documents).sorted())))
      """
    try await connection.query(note.statement)
  }

  /// Returns how many chunks have any word of a stem, of the stems that have several words.
  private static func chunkCounts(
    ofStemsIn holders: [IndexedWord: [(place: Int, frequency: Int)]]
  ) -> [String: Int] {
    Dictionary(grouping: holders.keys, by: \.stem).filter { $0.value.count > 1 }.mapValues { words in
      words.reduce(into: Set<Int>()) { places, word in
        places.formUnion((holders[word] ?? []).lazy.map(\.place))
      }.count
    }
  }
}
