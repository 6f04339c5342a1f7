import Embedding
import VectorStore

extension FolderUpdate {
  /// Texts that are encoded at a time; in between, progress is shown and a cancelled task stops.
  private static let textsAtATime = 256

  /// A batch whose chunks are encoded.
  struct EncodedBatch: Sendable {
    var changes: [IndexChange] = []
    /// By digest.
    var vectors: [String: UnitVector] = [:]
    var files = 0
    var chunks = 0
  }

  /// Encodes what is new in a batch while the one before it is stored in one transaction.
  ///
  /// The vectors of the one before are taken from memory: whether the index has them already is a matter of chance.
  mutating func encode(
    _ batch: DocumentReader.Batch, storing previous: EncodedBatch, _ moved: inout Set<ExactPath>
  ) async throws -> EncodedBatch {
    async let stored: Void = index.apply(previous.changes)
    let bytesBefore = state.bytes
    let vectors = try await vectors(for: batch, known: previous.vectors)
    state.bytes = bytesBefore + batch.bytes
    try await stored
    note(previous)

    var encoded = EncodedBatch(
      vectors: vectors, files: batch.readings.count, chunks: batch.chunks)
    for reading in batch.readings {
      switch reading {
      case .touched(let document):
        encoded.changes.append(.keepChunks(ofPath: document.path, as: document))
        report.unchanged += 1
      case .moved(let path, let document):
        encoded.changes.append(.keepChunks(ofPath: path, as: document))
        moved.insert(ExactPath(path))
        report.moved += 1
      case .chunked(let document, let chunks):
        encoded.changes.append(.replace(document, FolderUpdate.encoded(chunks, vectors)))
        report.changed += 1
      case .failed(let failure):
        report.failures.append(failure)
      case .long:
        // Stored by itself.
        break
      }
    }
    return encoded
  }

  /// Stores the last batch.
  mutating func store(_ last: EncodedBatch) async throws {
    try await index.apply(last.changes)
    note(last)
  }

  private mutating func note(_ stored: EncodedBatch) {
    state.files += stored.files
    state.chunks += stored.chunks
    if stored.files > 0 { progress(state) }
  }

  /// The vectors of a batch's chunks, by digest: those that the index knows, and the others encoded.
  private mutating func vectors(
    for batch: DocumentReader.Batch, known: [String: UnitVector]
  ) async throws -> [String: UnitVector] {
    var chunks: [(document: Document, chunk: DocumentReader.DigestedChunk)] = []
    for case .chunked(let document, let parts) in batch.readings { chunks += parts.map { (document, $0) } }
    let digests = Set(chunks.map(\.chunk.digest))
    var vectors: [String: UnitVector] = [:]
    for digest in digests { vectors[digest] = known[digest] }
    let unknown = digests.filter { vectors[$0] == nil }
    if !rebuild, !unknown.isEmpty {
      vectors.merge(try await index.vectors(forDigests: unknown.sorted())) { known, _ in known }
    }

    var seen: Set<String> = []
    let new = chunks.indices.filter { index in
      let digest = chunks[index].chunk.digest
      return vectors[digest] == nil && seen.insert(digest).inserted
    }
    report.reusedChunks += chunks.count - new.count
    let bytesBefore = state.bytes
    for start in stride(from: 0, to: new.count, by: Self.textsAtATime) {
      try Task.checkCancellation()
      let end = min(start + Self.textsAtATime, new.count)
      state.path = chunks[new[start]].document.path
      progress(state)
      let texts = new[start..<end].map { chunks[$0].chunk.chunk.encodedText }
      for (index, vector) in zip(new[start..<end], try await encoder.vectors(of: texts)) {
        vectors[chunks[index].chunk.digest] = vector
      }
      report.encodedChunks += texts.count
      state.phase = .encoding
      state.encodedChunks += texts.count
      state.bytes = bytesBefore + batch.bytes * Int64(end) / Int64(new.count)
      progress(state)
    }
    return vectors
  }

  private static func encoded(
    _ chunks: some Sequence<DocumentReader.DigestedChunk>, _ vectors: [String: UnitVector]
  ) -> [EncodedChunk] {
    chunks.compactMap { chunk in
      vectors[chunk.digest].map { EncodedChunk(chunk: chunk.chunk.chunk, digest: chunk.digest, vector: $0) }
    }
  }
}
