import Embedding
import VectorStore

extension FolderUpdate {
  /// A batch whose chunks have been encoded.
  struct EncodedBatch: Sendable {
    var batch: IndexBatch
    var files = 0
    var chunks = 0

    init(in folder: DocumentFolder) {
      batch = IndexBatch(of: folder.path)
    }
  }

  /// Encodes what is new in a batch while the previous one is stored in one transaction.
  ///
  /// The vectors of the previous one are taken from memory, since the index may not have them yet.
  mutating func encode(
    _ batch: DocumentBatch, storing previous: EncodedBatch, _ moved: inout Set<ExactPath>
  ) async throws -> EncodedBatch {
    async let stored: Void = index.store(previous.batch)
    let vectors = try await vectors(for: batch, known: previous.batch.vectors)
    state.bytes += batch.bytes
    progress(state)
    try await stored
    note(previous)

    var encoded = EncodedBatch(in: folder)
    encoded.files = batch.readings.count
    encoded.batch.vectors = vectors
    for chunk in batch.chunks.suffix(batch.ofLaterDocument) { encoded.batch.kept[chunk.digest] = vectors[chunk.digest] }
    for reading in batch.readings {
      switch reading {
      case .touched(let document):
        encoded.batch.changes.append(.keepChunks(ofPath: document.path, as: document))
        report.unchanged += 1
      case .moved(let path, let document):
        encoded.batch.changes.append(.keepChunks(ofPath: path, as: document))
        moved.insert(ExactPath(path))
        report.moved += 1
      case .chunked(let document, let chunks):
        encoded.batch.documents.append((document, chunks))
        encoded.chunks += chunks.count
        // What could not be read at all is noted without a shape; it has failed already.
        guard document.shape != nil else {
          encoded.files -= 1
          break
        }
        report.changed += 1
        note(problemOf: document)
      case .failed(let failure):
        report.failures.append(failure)
      }
    }
    return encoded
  }

  /// Stores a batch.
  mutating func store(_ encoded: EncodedBatch) async throws {
    try await index.store(encoded.batch)
    note(encoded)
  }

  /// Notes what of a document's front matter could not be read.
  mutating func note(problemOf document: Document) {
    guard let problem = document.problem, NoteFile.isText(document) else { return }
    brokenFrontMatter.append(.init(path: document.path, reason: problem))
  }

  /// Names the notes of which the front matter could not be read, up to a number of them.
  mutating func warnOfFrontMatter() {
    let most = 10
    brokenFrontMatter.sort { ExactPath($0.path) < ExactPath($1.path) }
    for note in brokenFrontMatter.prefix(most) {
      report.warnings.append(.frontMatter(file: folder.path + "/" + note.path, reason: note.reason))
    }
    let more = brokenFrontMatter.count - most
    if more > 0 { report.warnings.append(.moreFrontMatter(folder: folder.path, count: more)) }
  }

  private mutating func note(_ stored: EncodedBatch) {
    state.files += stored.files
    state.chunks += stored.chunks
    if stored.files > 0 { progress(state) }
  }

  /// Returns the vectors of a batch's chunks, by digest: those that the index knows, and the others newly encoded.
  private mutating func vectors(
    for batch: DocumentBatch, known: [String: UnitVector]
  ) async throws -> [String: UnitVector] {
    let digests = Set(batch.chunks.map(\.digest))
    var vectors = known.filter { digests.contains($0.key) }
    let unknown = digests.filter { vectors[$0] == nil }.sorted()
    vectors.merge(try await index.vectors(forDigests: unknown, keptAlone: rebuild)) { known, _ in known }

    var seen: Set<String> = []
    let new = batch.chunks.filter { vectors[$0.digest] == nil && seen.insert($0.digest).inserted }
    report.reusedChunks += batch.chunks.count - new.count
    guard let first = new.first else { return vectors }
    if let most = mostEncodedChunks, report.encodedChunks + new.count > most {
      throw IndexingError.tooMuchToEncode(most: most)
    }
    try Task.checkCancellation()
    state.path = first.path
    progress(state)
    for (chunk, vector) in zip(new, try await encoder.vectors(of: new.map(\.chunk.encodedText), as: .document)) {
      vectors[chunk.digest] = vector
    }
    report.encodedChunks += new.count
    state.phase = .encoding
    state.encodedChunks += new.count
    return vectors
  }
}
