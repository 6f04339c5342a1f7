import VectorStore

/// Files that were read one after another, to be stored in one transaction.
struct DocumentBatch: Sendable {
  /// What became of one file.
  enum Reading: Sendable {
    /// Its contents are those that the index holds under the record's path.
    case touched(Document)
    /// Its contents are those of a file that is gone.
    case moved(from: String, Document)
    /// Its contents are to be stored.
    case chunked(Document, DigestedChunks)
    case failed(IndexReport.Failure)
  }

  /// A chunk that needs a vector, and where it stands.
  struct NewChunk: Sendable {
    var path: String
    var chunk: DocumentChunk
    var digest: String
  }

  /// A batch is full when it has so many chunks, files or bytes.
  private static let full = (chunks: 128, files: 256, bytes: Int64(8 << 20))
  /// A document whose chunks would be more goes on in the next batch.
  private static let mostChunks = 256

  private(set) var readings: [Reading] = []
  /// The chunks of its documents, in order.
  private(set) var chunks: [NewChunk] = []
  /// How many of the chunks, the last ones, are of a document that a later batch stores.
  private(set) var ofLaterDocument = 0
  /// Whether it stores a document whose chunks are in the batches before, and whose text is in memory till then.
  private(set) var isOfLongDocument = false
  /// Bytes of its files and parts of files.
  private(set) var bytes: Int64 = 0

  var isEmpty: Bool { readings.isEmpty && chunks.isEmpty }

  var isFull: Bool {
    chunks.count >= Self.full.chunks || readings.count >= Self.full.files || bytes >= Self.full.bytes
      || ofLaterDocument > 0 || isOfLongDocument
  }

  mutating func add(_ reading: Reading, bytes: Int64) {
    readings.append(reading)
    self.bytes += bytes
  }

  /// Takes a document, or as many of its chunks as there is room for; whether the document is done.
  ///
  /// One that does not fit has all its chunks in this batch and those that follow, and is stored by one of its own.
  mutating func add(_ open: inout OpenDocument) throws(CancellationError) -> Bool {
    let (start, isBegun) = (chunks.count, open.count > 0)
    while chunks.count < Self.mostChunks, let chunk = try open.next() {
      chunks.append(NewChunk(path: open.document.path, chunk: chunk, digest: DigestedChunk(chunk).digest))
    }
    let new = chunks[start...]
    if !isBegun, chunks.count < Self.mostChunks {
      let made = new.map { DigestedChunk(chunk: $0.chunk.chunk, digest: $0.digest) }
      add(.chunked(open.document, DigestedChunks(made)), bytes: open.countBytes())
    } else if let last = new.last {
      ofLaterDocument = new.count
      bytes += open.countBytes(to: last.chunk.chunk.bytes.upperBound)
      return false
    } else {
      isOfLongDocument = true
      let chunks = DigestedChunks(makingAgain: open.chunks, count: open.count)
      add(.chunked(open.document, chunks), bytes: open.countBytes())
    }
    return true
  }
}
