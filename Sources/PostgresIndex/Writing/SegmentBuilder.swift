import Postgres
import VectorStore

/// A segment of the keyword index before it is stored: the words of one folder's documents.
struct SegmentBuilder {
  private var chunks: [(chunk: Int64, document: Int64, length: Int, words: [Word: Int])] = []

  private struct Word: Hashable {
    var stem: String
    var word: String
  }

  /// Adds the words of chunks.
  mutating func add(_ texts: [ChunkText], _ tokenizer: KeywordTokenizer) throws {
    for text in texts {
      let (heading, body): ([(word: String, stem: String)], [(word: String, stem: String)])
      let words = try tokenizer.words(of: [text.heading, text.body])
      (heading, body) = (words[0], words[1])
      var counts: [Word: Int] = [:]
      for (words, weight) in [(heading, 2), (body, 1)] {
        for (word, stem) in words {
          counts[Word(stem: WordKey.of(stem), word: WordKey.of(word)), default: 0] += weight
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
    var holders: [Word: [(place: Int, frequency: Int)]] = [:]
    for (place, chunk) in chunks.enumerated() {
      for (word, frequency) in chunk.words { holders[word, default: []].append((place, frequency)) }
    }
    let rows = holders.map { (word: (stem: $0.key.stem, word: $0.key.word), holders: Holders.encoded($0.value)) }
    try await SegmentBuilder.store(
      chunks: chunks.map(\.chunk), documents: chunks.map(\.document), lengths: chunks.map(\.length), words: rows,
      in: folder, connection)
    chunks = []
  }

  /// The number of words that one statement stores.
  private static let wordsAtOnce = 10_000

  /// Stores a segment of a folder's chunks, in ascending order, with their words.
  static func store(
    chunks: [Int64], documents: [Int64], lengths: [Int],
    words: [(word: (stem: String, word: String), holders: [UInt8])], in folder: Int64, _ connection: PostgresConnection
  ) async throws {
    let insert: SQLText = """
      INSERT INTO rag.segments (folder, chunks, documents, lengths)
      VALUES (\(.id(folder)), \(.ids(chunks)), \(.ids(documents)), \(.ints(lengths))) RETURNING id
      """
    guard let row = try await connection.query(insert.statement).first else { return }
    let id = try DocumentRows.id(row, 0)
    // In the order of the index that they go into.
    let sorted = words.sorted { ($0.word.stem, $0.word.word) < ($1.word.stem, $1.word.word) }
    // COPY knows no row-level security.
    for start in stride(from: 0, to: sorted.count, by: wordsAtOnce) {
      let words = sorted[start..<min(start + wordsAtOnce, sorted.count)]
      let postings: SQLText = """
        INSERT INTO rag.postings (stem, word, segment, holders)
        SELECT stem, word, \(.id(id)), holders
        FROM unnest(\(.texts(words.map(\.word.stem))), \(.texts(words.map(\.word.word))),
          \(.bytesList(words.map(\.holders)))) AS posting (stem, word, holders)
        """
      try await connection.query(postings.statement)
    }
    let note: SQLText = """
      UPDATE rag.documents SET segment = \(.id(id)) WHERE id = ANY(\(.ids(Set(documents).sorted())))
      """
    try await connection.query(note.statement)
  }
}
