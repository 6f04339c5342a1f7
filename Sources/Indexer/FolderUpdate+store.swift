import Embedding
import VectorStore

extension FolderUpdate {
  /// Texts that are encoded at a time; in between, progress is shown and a cancelled task stops.
  private static let textsAtATime = 256
  /// Chunks of one document after which what is done of it is stored, so that it is not lost.
  private static let chunksToKeep = 1024

  /// Encodes what is new in a batch and stores all of it in one transaction.
  mutating func store(_ batch: DocumentReader.Batch, _ moved: inout Set<ExactPath>) async throws {
    let vectors = try await vectors(for: batch)
    var changes: [IndexChange] = []
    for reading in batch.readings {
      switch reading {
      case .touched(let document):
        changes.append(.keepChunks(ofPath: document.path, as: document))
        report.unchanged += 1
      case .moved(let path, let document):
        changes.append(.keepChunks(ofPath: path, as: document))
        moved.insert(ExactPath(path))
        report.moved += 1
      case .chunked(let document, let chunks):
        changes.append(.replace(document, FolderUpdate.encoded(chunks, vectors)))
        report.changed += 1
      case .failed(let failure):
        report.failures.append(failure)
      }
    }
    try Task.checkCancellation()
    try await index.apply(changes)
    state.files += batch.readings.count
    state.bytes += batch.bytes
    state.chunks += batch.chunks
    progress(state)
  }

  /// The vectors of a batch's chunks, by digest: those that the index knows, and the others encoded.
  private mutating func vectors(for batch: DocumentReader.Batch) async throws -> [String: UnitVector] {
    var chunks: [(document: Document, chunk: DocumentReader.DigestedChunk)] = []
    for case .chunked(let document, let parts) in batch.readings { chunks += parts.map { (document, $0) } }
    let digests = Set(chunks.map(\.chunk.digest))
    var vectors: [String: UnitVector] = [:]
    if !rebuild, !digests.isEmpty { vectors = try await index.vectors(forDigests: digests.sorted()) }

    var seen: Set<String> = []
    let new = chunks.indices.filter { index in
      let digest = chunks[index].chunk.digest
      return vectors[digest] == nil && seen.insert(digest).inserted
    }
    report.reusedChunks += chunks.count - new.count
    var kept = 0
    for start in stride(from: 0, to: new.count, by: Self.textsAtATime) {
      try Task.checkCancellation()
      let end = min(start + Self.textsAtATime, new.count)
      state.path = chunks[new[start]].document.path
      progress(state)
      let texts = new[start..<end].map { chunks[$0].chunk.chunk.encodedText }
      for (index, vector) in zip(new[start..<end], try await encoder.encode(texts)) {
        vectors[chunks[index].chunk.digest] = vector
      }
      report.encodedChunks += texts.count
      state.encodedChunks += texts.count
      progress(state)
      // A share of what there is already, so that the cost of storing it again stays in proportion.
      if end < new.count, end - kept >= max(Self.chunksToKeep, kept / 2) {
        try await keepUnfinished(chunks[..<new[end]].map { $0 }, vectors)
        kept = end
      }
    }
    return vectors
  }

  /// Stores the beginning of a long document that the index does not hold yet, under a record that no file matches.
  private func keepUnfinished(
    _ chunks: [(document: Document, chunk: DocumentReader.DigestedChunk)], _ vectors: [String: UnitVector]
  ) async throws {
    guard var document = chunks.last?.document, known[ExactPath(document.path)]?.digest ?? "" == "" else { return }
    let own = chunks.lazy.filter { $0.document.path == document.path }.map(\.chunk)
    let encoded = FolderUpdate.encoded(own, vectors)
    (document.digest, document.modified) = ("", -1)
    try await index.apply([.replace(document, encoded)])
  }

  private static func encoded(
    _ chunks: some Sequence<DocumentReader.DigestedChunk>, _ vectors: [String: UnitVector]
  ) -> [EncodedChunk] {
    chunks.compactMap { chunk in
      vectors[chunk.digest].map { EncodedChunk(chunk: chunk.chunk.chunk, digest: chunk.digest, vector: $0) }
    }
  }
}
