import Postgres
import VectorStore

/// A segment of the keyword index before it is stored.
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
  mutating func store(in connection: PostgresConnection) async throws {
    guard !chunks.isEmpty else { return }
    chunks.sort { $0.chunk < $1.chunk }
    var holders: [Word: [(place: Int, frequency: Int)]] = [:]
    for (place, chunk) in chunks.enumerated() {
      for (word, frequency) in chunk.words { holders[word, default: []].append((place, frequency)) }
    }
    let rows = holders.map { (word: (stem: $0.key.stem, word: $0.key.word), holders: Holders.encoded($0.value)) }
    try await SegmentBuilder.store(
      chunks: chunks.map(\.chunk), documents: chunks.map(\.document), lengths: chunks.map(\.length), words: rows,
      in: connection)
    chunks = []
  }

  /// Stores a segment of chunks, in ascending order, with their words.
  static func store(
    chunks: [Int64], documents: [Int64], lengths: [Int],
    words: [(word: (stem: String, word: String), holders: [UInt8])], in connection: PostgresConnection
  ) async throws {
    let insert: SQLText = """
      INSERT INTO rag.segments (chunks, documents, lengths)
      VALUES (\(.ids(chunks)), \(.ids(documents)), \(.ints(lengths))) RETURNING id
      """
    guard let row = try await connection.query(insert.statement).first else { return }
    let id = try DocumentRows.id(row, 0)
    // In the order of the index that they go into.
    let sorted = words.sorted { ($0.word.stem, $0.word.word) < ($1.word.stem, $1.word.word) }
    try await connection.copy(
      into: "rag.postings", columns: ["stem", "word", "segment", "holders"],
      rows: sorted.map { [.text($0.word.stem), .text($0.word.word), .id(id), .bytes($0.holders)] })
    let note: SQLText = """
      UPDATE rag.documents SET segment = \(.id(id)) WHERE id = ANY(\(.ids(Set(documents).sorted())))
      """
    try await connection.query(note.statement)
  }
}
