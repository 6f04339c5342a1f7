import VectorStore

/// Files read one after another, to be stored in one transaction.
struct DocumentBatch: Sendable {
  /// The result of reading a file.
  enum Reading: Sendable {
    /// Its contents are those that the index has under the record's path.
    case touched(Document)
    /// Its contents are those of a file that is gone.
    case moved(from: String, Document)
    /// Its contents must be stored.
    case chunked(Document, DigestedChunks)
    case failed(IndexReport.Failure)
  }

  /// A chunk that needs a vector, and the path of its document.
  struct NewChunk: Sendable {
    var path: String
    var chunk: DocumentChunk
    var digest: String
  }

  /// The number of chunks, files or bytes at which a batch is full.
  private static let full = (chunks: 128, files: 256, bytes: Int64(8 << 20))
  /// The maximum number of chunks in a batch. A longer document continues in the next one.
  private static let mostChunks = 256

  private(set) var readings: [Reading] = []
  /// The chunks of its documents, in order.
  private(set) var chunks: [NewChunk] = []
  /// The number of last chunks that belong to a document that a later batch stores.
  private(set) var ofLaterDocument = 0
  /// Whether it stores a document whose chunks are in earlier batches, and whose text stays in memory until then.
  private(set) var isOfLongDocument = false
  /// The number of bytes of its files and parts of files.
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

  /// Adds a document, or as many of its chunks as fit; returns whether the document is done.
  ///
  /// One that does not fit has its chunks in this batch and later ones, and is stored by a batch of its own.
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
