public import Embedding
import Foundation
import Indexer
import Retriever
import VectorStore

/// Indexes a retrieval set into a temporary file and measures how well its queries find their documents.
///
///     let set = try RetrievalSet(contentsOf: "sets/scifact")
///     let result = try await RetrievalEvaluation(of: set, encoder: encoder).run()
///     print(result.metrics["fused"]?.ndcg ?? 0)
public struct RetrievalEvaluation: Sendable {
  /// How documents are split into chunks.
  public enum Chunking: String, Sendable, Codable {
    /// As by `rag index`, with each document in a Markdown file under its title as heading.
    case ordinary
    /// One vector per document, of title, space and text, truncated at the encoder's limit, as is usual for published
    /// figures.
    case wholeDocuments
  }

  /// The result of an evaluation.
  public struct Result: Sendable, Codable {
    /// The set's name.
    public var set: String
    /// Documents of the set.
    public var documents: Int
    /// Chunks of the documents.
    public var chunks: Int
    /// Queries that were ranked.
    public var queries: Int
    /// The quality of each ranking, by its name: `fused`, `keyword` and `vector`, and with a reranker `reranked`.
    public var metrics: [String: RankingMetrics]
    /// Queries per second, one after another, encoding included.
    public var queriesPerSecond: Double
  }

  /// One document in a ranking.
  public struct RankedDocument: Sendable {
    /// The query's id.
    public var query: String
    /// The name of the ranking: `fused`, `keyword`, `vector` or `reranked`.
    public var ranking: String
    /// The document's id.
    public var document: String
    /// The document's rank, from 1.
    public var place: Int
    /// The score of its best passage; of `reranked`, the number of documents from it to the end of the ranking.
    public var score: Double
  }

  private let set: RetrievalSet
  private let encoder: any TextEncoder
  private let chunking: Chunking
  private let reranker: (any Reranker)?

  /// The name of the fused ranking after a reranker changed the order of the first passages.
  public static let reranked = "reranked"

  /// Creates an evaluation; with a reranker, of one more ranking.
  public init(
    of set: RetrievalSet, encoder: any TextEncoder, chunking: Chunking = .ordinary, reranker: (any Reranker)? = nil
  ) {
    self.set = set
    self.encoder = encoder
    self.chunking = chunking
    self.reranker = reranker
  }

  /// Indexes, ranks and measures. The temporary index is removed.
  ///
  /// - Parameters:
  ///   - onProgress: Called from time to time with the current step.
  ///   - onRanking: Called with each document of each ranking, best first.
  public func run(
    onProgress: @Sendable (String) -> Void = { _ in }, onRanking: (RankedDocument) throws -> Void = { _ in }
  ) async throws -> Result {
    let temporary = try await TemporaryIndex(encoder: encoder)
    let index = temporary.index
    switch chunking {
    case .ordinary:
      onProgress("\(set.name): indexing \(set.documents.count) documents")
      try await temporary.add(
        set.documents.enumerated().map { number, document in
          (TemporaryIndex.fileName(number), TemporaryIndex.markdown(title: document.title, text: document.text))
        })
    case .wholeDocuments: try await indexWhole(index, onProgress)
    }

    var rankings: [String: [String: [String]]] = [:]
    func note(_ places: [(document: String, score: Double)], of ranking: String, for query: String) throws {
      rankings[ranking, default: [:]][query] = places.map(\.document)
      for (place, entry) in places.enumerated() {
        try onRanking(
          RankedDocument(
            query: query, ranking: ranking, document: entry.document, place: place + 1, score: entry.score))
      }
    }
    var seconds = 0.0
    for (number, query) in set.queries.enumerated() {
      let start = Date()
      let candidates = try await index.candidates(matching: query.text)
      let fused = try await index.scores(of: candidates, matching: query.text)
      seconds += Date().timeIntervalSince(start)
      let documents = try await documents(of: candidates.map(\.chunk), in: index)
      for ranking in Ranking.allCases {
        let scores = ranking == .fused ? fused : ScoreFusion.scores(of: candidates, ranking: ranking)
        try note(places(of: scores, ranking, documents, without: query.source), of: ranking.rawValue, for: query.id)
      }
      if let reranker {
        try note(try await reranked(by: reranker, query, in: index), of: Self.reranked, for: query.id)
      }
      if number % 50 == 0 { onProgress("\(set.name): query \(number) of \(set.queries.count)") }
    }
    let judgements = set.judgements.filter { entry in set.queries.contains { $0.id == entry.key } }
    let result = Result(
      set: set.name, documents: set.documents.count, chunks: try await index.chunkCount(), queries: set.queries.count,
      metrics: Dictionary(
        uniqueKeysWithValues: rankings.map {
          ($0.key, RankingMetrics(rankings: $0.value, judgements: judgements))
        }),
      queriesPerSecond: seconds > 0 ? Double(set.queries.count) / seconds : 0)
    try await index.close()
    return result
  }

  // MARK: indexing

  private func indexWhole(_ index: SearchIndex, _ onProgress: @Sendable (String) -> Void) async throws {
    let batch = 512
    for start in stride(from: 0, to: set.documents.count, by: batch) {
      onProgress("\(set.name): encoding document \(start) of \(set.documents.count)")
      let documents = set.documents[start..<min(start + batch, set.documents.count)]
      let texts = documents.map { "\($0.title) \($0.text)" }
      let vectors = try await encoder.vectors(of: texts, as: .document)
      var changes: [IndexChange] = []
      for (offset, document) in documents.enumerated() {
        let chunk = Chunk(
          text: document.text, headingPath: [], lines: 1...1, bytes: 0..<document.text.utf8.count)
        changes.append(
          .replace(
            Document(
              folder: "/", path: TemporaryIndex.fileName(start + offset), title: document.title, size: 0, modified: 0,
              digest: ""),
            [
              EncodedChunk(
                chunk: chunk, digest: SHA256Digest.hexadecimal(of: texts[offset]), vector: vectors[offset])
            ]))
      }
      try await index.apply(changes)
    }
  }

  // MARK: ranking

  private func documents(of chunks: [Int64], in index: SearchIndex) async throws -> [Int64: String] {
    var names: [Int64: String] = [:]
    for stored in try await index.chunks(withIDs: chunks) { names[stored.id] = name(ofFile: stored.document.path) }
    return names
  }

  private func name(ofFile path: String) -> String? { Int(path.prefix { $0.isNumber }).map { set.documents[$0].id } }

  /// Ranks documents by their best passage, in a reranker's order.
  private func reranked(
    by reranker: any Reranker, _ query: RetrievalSet.Query, in index: SearchIndex
  ) async throws -> [(document: String, score: Double)] {
    let passages = try await index.passages(
      matching: query.text, limit: ScoreFusion.listLimit, reranker: reranker)
    var found: [String] = []
    for passage in passages {
      guard let document = name(ofFile: passage.source.path), document != query.source, !found.contains(document)
      else { continue }
      found.append(document)
    }
    let ranked = found.prefix(RankingMetrics.depth)
    // Passages that were not read have no score that compares with the others'.
    return ranked.enumerated().map { (document: $1, score: Double(ranked.count - $0)) }
  }

  /// Ranks documents by their best passage, equal scores by id.
  private func places(
    of scores: [(chunk: Int64, score: Double, parts: ScoreParts)], _ ranking: Ranking, _ documents: [Int64: String],
    without source: String?
  ) -> [(document: String, score: Double)] {
    var best: [String: Double] = [:]
    for scored in scores {
      guard let document = documents[scored.chunk], document != source else { continue }
      if ranking == .keyword, scored.score <= 0 { continue }
      if ranking == .vector, scored.parts.cosine == nil { continue }
      best[document] = max(best[document] ?? -.infinity, scored.score)
    }
    return best.map { ($0.key, $0.value) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
      .prefix(RankingMetrics.depth)
      .map { (document: $0.0, score: $0.1) }
  }
}
