import Embedding
import VectorStore

/// Reads documents and parts them into chunks, batch by batch, on a thread of its own.
actor DocumentReader {
  /// What became of one file.
  enum Reading: Sendable {
    /// Its contents are those that the index holds under the record's path.
    case touched(Document)
    /// Its contents are those of a file that is gone.
    case moved(from: String, Document)
    /// Its contents are to be stored.
    case chunked(Document, [DigestedChunk])
    /// The same of a long file: its chunks are made as they are asked for.
    case long(Document, DocumentChunks)
    case failed(IndexReport.Failure)
  }

  /// A chunk and the digest of its encoded text.
  struct DigestedChunk: Sendable {
    var chunk: DocumentChunk
    var digest: String

    init(_ chunk: DocumentChunk) {
      self.chunk = chunk
      digest = SHA256Digest.hexadecimal(of: chunk.encodedText)
    }
  }

  /// Some files' readings.
  struct Batch: Sendable {
    var readings: [Reading] = []
    /// Sizes of the files, summed.
    var bytes: Int64 = 0
    /// Chunks to be stored.
    var chunks = 0
  }

  /// A batch is full when it has so many chunks, files or bytes; all of it is one transaction.
  private static let full = (chunks: 128, files: 256, bytes: 8 << 20)
  /// A larger file, of some 250 chunks or more, has a batch of its own.
  private static let longFile: Int64 = 128 << 10
  /// A larger file is no note.
  private static let largestFile: Int64 = 256 << 20

  private let folder: DocumentFolder
  private let chunker: Chunker
  private let executor = SerialQueueExecutor(label: "rag.reader")
  private var files: ArraySlice<DocumentFolder.File> = []
  private var known: [ExactPath: Document] = [:]
  /// Documents whose files are gone, those last in order first.
  private var vanished: [Likeness: [Document]] = [:]

  /// What documents share whose chunks and vectors are the same.
  private struct Likeness: Hashable {
    var digest: String
    var format: DocumentFormat
    /// The title's bytes: texts that look alike are not the same to an encoder.
    var title: [UInt8]

    init(digest: String, path: String, title: String) {
      self.digest = digest
      format = DocumentFormat(path: path)
      self.title = Array(title.utf8)
    }
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(of folder: DocumentFolder, encoder: any TextEncoder) {
    self.folder = folder
    chunker = Chunker(maximumTokens: encoder.maximumTokens) { encoder.tokenCount(of: String($0)) }
  }

  /// Walks the folder.
  func listing(_ progress: @Sendable (Int) -> Void = { _ in }) throws -> DocumentFolder.Listing {
    try folder.listing(progress: progress)
  }

  /// Says what is to be read.
  ///
  /// - Parameters:
  ///   - known: What the index holds of the files, by path. What is not named here is read as if it were new.
  ///   - vanished: Documents of the index whose files are gone.
  func start(_ files: [DocumentFolder.File], known: [ExactPath: Document], vanished: [Document]) {
    self.files = files[...]
    self.known = known
    self.vanished = Dictionary(grouping: vanished.reversed().filter { !$0.digest.isEmpty }) {
      Likeness(digest: $0.digest, path: $0.path, title: $0.title)
    }
  }

  /// The next batch, or `nil` when all files have been read.
  func next() throws -> Batch? {
    guard !files.isEmpty else { return nil }
    var batch = Batch()
    while batch.chunks < Self.full.chunks, batch.readings.count < Self.full.files, batch.bytes < Self.full.bytes,
      let file = files.first
    {
      if file.size > Self.longFile, !batch.readings.isEmpty { break }
      files.removeFirst()
      try Task.checkCancellation()
      let reading = try read(file)
      batch.readings.append(reading)
      batch.bytes += file.size
      if case .chunked(_, let chunks) = reading { batch.chunks += chunks.count }
      if case .long = reading { break }
    }
    return batch
  }

  private func read(_ file: DocumentFolder.File) throws(CancellationError) -> Reading {
    let contents: FileContents
    do {
      contents = try FileContents(path: folder.path + "/" + file.path, in: folder.path, limit: Self.largestFile)
    } catch {
      let advice = error.isTooLarge ? ". Split it, or name it in .ragignore" : ""
      return .failed(IndexReport.Failure(path: file.path, reason: error.reason + advice))
    }
    guard !Task.isCancelled else { throw CancellationError() }
    var document = Document(
      folder: folder.path, path: file.path, title: "", size: contents.stamp.size, modified: contents.reliableModified,
      digest: contents.digest)
    let former = known[ExactPath(file.path)]
    let isTouched = former?.digest == document.digest
    if let former, isTouched, let tags = former.tags {
      (document.title, document.tags) = (former.title, tags)
      return .touched(document)
    }
    let parsed: ParsedDocument
    do {
      parsed = try ParsedDocument(DocumentText(decoding: contents.bytes), path: file.path)
    } catch let failure as DocumentText.NotText {
      return .failed(IndexReport.Failure(path: file.path, reason: failure.reason))
    } catch {
      throw CancellationError()
    }
    document.title = parsed.title
    document.tags = parsed.tags
    if let former, isTouched {
      document.title = former.title
      return .touched(document)
    }
    if let former = takeVanished(like: document) { return .moved(from: former.path, document) }
    let chunks = chunker.chunks(of: parsed)
    return file.size > Self.longFile
      ? .long(document, chunks) : .chunked(document, try chunks.all().map(DigestedChunk.init))
  }

  /// A document that is gone, and of which nothing but the path was another.
  private func takeVanished(like document: Document) -> Document? {
    vanished[Likeness(digest: document.digest, path: document.path, title: document.title)]?.popLast()
  }
}
